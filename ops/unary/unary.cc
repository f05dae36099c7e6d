#include "ops/unary/unary.h"

namespace slipway::ops {

namespace {

struct Row {
  const char* name;
  UnaryTypes types;
  double tolerance;
};

constexpr Row kRows[] = {
#define UNARY(kind, tflite, tf, types, f, df, xnn, tolerance) {#kind, UnaryTypes::types, tolerance},
#include "ops/unary/kinds.def"
#undef UNARY
};

const Row& RowOf(UnaryKind kind) { return kRows[static_cast<size_t>(kind)]; }

bool CanBeQuantized(DType t) { return t == DType::kI8 || t == DType::kU8 || t == DType::kI16; }

Status CheckType(const Row& row, const TensorType& x) {
  DType t = x.dtype;
  if (row.types == UnaryTypes::kBool) {
    if (t != DType::kBool) return BadInput("x is ", t, ", ", row.name, " expects bool");  // unary_c1
    return OkStatus();
  }
  if (IsFloat(t) || (row.types == UnaryTypes::kNumber && IsInteger(t) && t != DType::kI4)) return OkStatus();
  if (row.types == UnaryTypes::kReal && CanBeQuantized(t)) {
    if (x.quant.empty()) return BadInput("x is ", t, " without a scale, ", row.name, " expects floats");  // unary_c2
    return OkStatus();
  }
  return BadInput("x is ", t, ", ", row.name,
                  row.types == UnaryTypes::kReal ? " expects floats" : " expects numbers");  // unary_c1
}

}  // namespace

std::span<const char* const> EnumNames(UnaryKind) {
  static constexpr const char* names[] = {
#define UNARY(kind, ...) #kind,
#include "ops/unary/kinds.def"
#undef UNARY
  };
  return names;
}

std::optional<UnaryKind> KindOf(Activation activation) {
  switch (activation) {
    case Activation::kRelu:
      return UnaryKind::kRelu;
    case Activation::kReluN1To1:
      return UnaryKind::kReluN1To1;
    case Activation::kRelu6:
      return UnaryKind::kRelu6;
    case Activation::kTanh:
      return UnaryKind::kTanh;
    default:
      return std::nullopt;
  }
}

double Tolerance(UnaryKind kind) { return RowOf(kind).tolerance; }

Quantization Unary::OutputQuant(UnaryKind kind, DType dtype) {
  if (kind != UnaryKind::kSigmoid && kind != UnaryKind::kTanh) return {};
  if (dtype == DType::kI16) return {{1.0f / 32768}, {0}, 0};
  if (kind == UnaryKind::kSigmoid) return {{1.0f / 256}, {dtype == DType::kU8 ? 0 : -128}, 0};
  return {{1.0f / 128}, {dtype == DType::kU8 ? 128 : 0}, 0};
}

QuantRule Unary::Quant(const Unary& op) {
  switch (op.kind) {
    case UnaryKind::kSigmoid:
    case UnaryKind::kTanh:
      return {.int8 = true, .int16x8 = true, .fixed_output = true};
    case UnaryKind::kAbs:
    case UnaryKind::kLog:
    case UnaryKind::kExp:
    case UnaryKind::kRelu:
    case UnaryKind::kRelu6:
    case UnaryKind::kGelu:
    case UnaryKind::kGeluTanh:
      return {.int8 = true, .int16x8 = true};
    case UnaryKind::kElu:
    case UnaryKind::kHardSwish:
    case UnaryKind::kReluN1To1:
    case UnaryKind::kRelu0To1:
    case UnaryKind::kSqrt:
      return {.int8 = true};
    case UnaryKind::kRsqrt:  // LiteRT's integer kernels fail the run at a code that stands for 0
    case UnaryKind::kCos:
    case UnaryKind::kSin:
    case UnaryKind::kNeg:
    case UnaryKind::kSquare:
    case UnaryKind::kErf:
    case UnaryKind::kSelu:
    case UnaryKind::kSoftplus:
    case UnaryKind::kSoftsign:
    case UnaryKind::kSwish:
      return {.own_int8 = true};
    default:
      return {};
  }
}

Result<TensorTypes> Infer(const Unary& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  RETURN_IF_ERROR(CheckType(RowOf(op.kind), in[0]));
  bool quantized = !in[0].quant.empty();
  return TensorTypes{{in.dtype(0), in.shape(0),
                      quantized ? Unary::OutputQuant(op.kind, in.dtype(0)) : Quantization{}}};  // unary_c3, unary_c4
}

}  // namespace slipway::ops
