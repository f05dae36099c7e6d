#include "ops/reduce/reduce.h"
#include "ops/tables/litert_limits.h"

namespace slipway::ops {

namespace {

// The builtin of each kind; "NONE" names none.
struct Row {
  ReduceKind kind;
  const char* builtin;
};
constexpr Row kRows[] = {
#define REDUCE(kind, tflite, ...) {ReduceKind::k##kind, #tflite},
#include "ops/reduce/kinds.def"
#undef REDUCE
};

// LiteRT adds, multiplies and compares bools, too.
ReduceKind OfBools(ReduceKind kind) {
  if (kind == ReduceKind::kSum || kind == ReduceKind::kMax) return ReduceKind::kAny;
  return kind == ReduceKind::kProd || kind == ReduceKind::kMin ? ReduceKind::kAll : kind;
}

void Options(auto& v, auto& op) { v.Bool(0, "keep_dims", op.keep_dims); }

}  // namespace

Status Reduce::FromTflite(const TfliteOperator& in, Reduce* op) {
  const char* name = tflite::BuiltinName(in.code);
  for (const Row& row : kRows)
    if (std::string_view(row.builtin) == name) {
      op->kind = row.kind;
      if (!in.inputs.empty() && in.inputs[0].dtype == DType::kBool) op->kind = OfBools(row.kind);
      return ReadOptions(in, OptionsType::ReducerOptions, *op, [](auto& v, auto& o) { Options(v, o); });
    }
  return Unsupported("no kind of Reduce is ", name);
}

Result<TfliteForm> ToTflite(const Reduce& op, const TfliteTypes& types) {
  std::optional<Builtin> code = tflite::BuiltinCode(kRows[static_cast<size_t>(op.kind)].builtin);
  CHECK(code.has_value());
  RETURN_IF_ERROR(NeedsI32(types, {1}));
  DType t = types.in(0);
  bool quantized = t == DType::kI8 || (t == DType::kI16 && !types.inputs[0].quant.empty());
  return MakeForm(*code, quantized ? 2 : 1, OptionsType::ReducerOptions, op, [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
