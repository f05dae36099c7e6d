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

}  // namespace

Status Unary::FromTflite(const TfliteOperator& in, Unary* op) {
  const char* name = tflite::BuiltinName(in.code);
  for (const Row& row : kRows)
    if (std::string_view(row.builtin) == name) {
      op->kind = row.kind;
      return OkStatus();
    }
  return Unsupported("no kind of Unary is ", name);
}

Result<TfliteForm> ToTflite(const Unary& op, const TfliteTypes& types) {
  std::optional<Builtin> code = tflite::BuiltinCode(kRows[static_cast<size_t>(op.kind)].builtin);
  if (!code) return Unsupported("Unary ", EnumNames(op.kind)[static_cast<size_t>(op.kind)], " has no builtin");
  DType t = types.in(0);
  bool quantized = t == DType::kI8 || (t == DType::kI16 && !types.inputs[0].quant.empty());
  return MakeForm(*code, quantized && HasIntegerVersion(op.kind) ? 2 : 1);
}

}  // namespace slipway::ops
