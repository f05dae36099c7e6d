#include "ops/compare/compare.h"
#include "ops/tables/litert_limits.h"

namespace slipway::ops {

namespace {

// The builtin of each kind; "NONE" names none.
struct Row {
  CompareKind kind;
  const char* builtin;
};
constexpr Row kRows[] = {
#define COMPARE(kind, tflite, ...) {CompareKind::k##kind, #tflite},
#include "ops/compare/kinds.def"
#undef COMPARE
};

}  // namespace

Status Compare::FromTflite(const TfliteOperator& in, Compare* op) {
  const char* name = tflite::BuiltinName(in.code);
  for (const Row& row : kRows)
    if (std::string_view(row.builtin) == name) {
      op->kind = row.kind;
      return OkStatus();
    }
  return Unsupported("no kind of Compare is ", name);
}

// v1 floats and integers, v2 quantized, v3 strings.
Result<TfliteForm> ToTflite(const Compare& op, const TfliteTypes& types) {
  std::optional<Builtin> code = tflite::BuiltinCode(kRows[static_cast<size_t>(op.kind)].builtin);
  CHECK(code.has_value());
  RETURN_IF_ERROR(NeedsRank(types, BroadcastRank(op)));
  DType t = types.in(0);
  return MakeForm(*code, t == DType::kString ? 3 : t == DType::kI8 || t == DType::kU8 ? 2 : 1);
}

}  // namespace slipway::ops
