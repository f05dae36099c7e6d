#include "ops/tables/tflite.h"
#include "ops/unary/unary.h"

namespace slipway::ops {

namespace {

// The builtin of each kind; "NONE" names none.
struct Row {
  UnaryKind kind;
  const char* builtin;
};
constexpr Row kRows[] = {
#define UNARY(kind, tflite, ...) {UnaryKind::k##kind, #tflite},
#include "ops/unary/kinds.def"
#undef UNARY
};

// Kinds whose integer forms are version 2.
bool HasIntegerVersion(UnaryKind kind) {
  switch (kind) {
    case UnaryKind::kAbs:
    case UnaryKind::kExp:
    case UnaryKind::kGelu:
    case UnaryKind::kGeluTanh:
    case UnaryKind::kLog:
    case UnaryKind::kRelu:
    case UnaryKind::kRelu6:
    case UnaryKind::kRsqrt:
    case UnaryKind::kSigmoid:
    case UnaryKind::kTanh:
      return true;
    default:
      return false;
  }
}

// GELU has two kinds: the exact one and its approximation by tanh.
void GeluOptions(auto& v, auto&, auto& approximate) { v.Bool(0, "approximate", approximate, false); }

}  // namespace

Status Unary::FromTflite(const TfliteOperator& in, Unary* op) {
  const char* name = tflite::BuiltinName(in.code);
  for (const Row& row : kRows)
    if (std::string_view(row.builtin) == name) {
      op->kind = row.kind;
      if (row.kind != UnaryKind::kGelu) return OkStatus();
      bool approximate = false;
      RETURN_IF_ERROR(
          ReadOptions(in, OptionsType::GeluOptions, *op, [&](auto& v, auto& o) { GeluOptions(v, o, approximate); }));
      if (approximate) op->kind = UnaryKind::kGeluTanh;
      return OkStatus();
    }
  return Unsupported("no kind of Unary is ", name);
}

Result<TfliteForm> ToTflite(const Unary& op, const TfliteTypes& types) {
  std::optional<Builtin> code = tflite::BuiltinCode(kRows[static_cast<size_t>(op.kind)].builtin);
  if (!code) return Unsupported("Unary ", EnumNames(op.kind)[static_cast<size_t>(op.kind)], " has no builtin");
  DType t = types.in(0);
  bool quantized = t == DType::kI8 || (t == DType::kI16 && !types.inputs[0].quant.empty());
  int version = quantized && HasIntegerVersion(op.kind) ? 2 : 1;
  bool approximate = op.kind == UnaryKind::kGeluTanh;
  // The default is written as no options.
  if (!approximate) return MakeForm(*code, version);
  return MakeForm(*code, version, OptionsType::GeluOptions, op,
                  [&](auto& v, auto& o) { GeluOptions(v, o, approximate); });
}

}  // namespace slipway::ops
