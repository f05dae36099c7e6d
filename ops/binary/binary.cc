#include "ops/binary/binary.h"

#include "base/complex_dtype.h"

namespace slipway::ops {

namespace {

struct Row {
  const char* name;
  BinaryTypes types;
  double tolerance;
};

constexpr Row kRows[] = {
#define BINARY(kind, tflite, tf, types, f, da, db, xnn, tolerance) {#kind, BinaryTypes::types, tolerance},
#include "ops/binary/kinds.def"
#undef BINARY
};

const Row& RowOf(BinaryKind kind) { return kRows[static_cast<size_t>(kind)]; }

bool Takes(BinaryTypes types, DType t) {
  switch (types) {
    case BinaryTypes::kInteger:
      return IsInteger(t) && t != DType::kI4;
    case BinaryTypes::kReal:
      return IsFloat(t);
    case BinaryTypes::kNumber:
      return IsNumber(t) && t != DType::kI4;
    case BinaryTypes::kBool:
      return t == DType::kBool;
  }
  return false;
}

bool IsArithmetic(BinaryKind kind) {
  return kind == BinaryKind::kAdd || kind == BinaryKind::kSub || kind == BinaryKind::kMul || kind == BinaryKind::kDiv;
}

Status CheckActivation(const Binary& op, DType t) {
  if (op.activation == Activation::kNone) return OkStatus();
  if (IsComplex(t)) return BadInput(RowOf(op.kind).name, " of complex numbers has an activation");
  if (!IsArithmetic(op.kind))
    return BadInput(RowOf(op.kind).name, " has an activation, only Add, Sub, Mul and Div may");
  if (op.activation == Activation::kTanh || op.activation == Activation::kSignBit)
    return BadInput("the activation is no clamp, expected RELU, RELU6 or RELU_N1_TO_1");
  return OkStatus();
}

}  // namespace

std::span<const char* const> EnumNames(BinaryKind) {
  static constexpr const char* names[] = {
#define BINARY(kind, ...) #kind,
#include "ops/binary/kinds.def"
#undef BINARY
  };
  return names;
}

double Tolerance(BinaryKind kind) { return RowOf(kind).tolerance; }

QuantRule Binary::Quant(const Binary& op) {
  switch (op.kind) {
    case BinaryKind::kAdd:
    case BinaryKind::kSub:
    case BinaryKind::kMul:
      return {.int8 = true, .int16x8 = true};
    case BinaryKind::kSquaredDifference:
      return {.int8 = true};
    case BinaryKind::kMaximum:
    case BinaryKind::kMinimum:
      return {.int8 = true, .int16x8 = true, .same_scale = true};
    default:
      return {};
  }
}

Result<TensorTypes> Infer(const Binary& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  DType t = in.dtype(0);
  if (t != in.dtype(1)) return BadInput("a is ", t, " but b is ", in.dtype(1));  // binary_c1
  bool takes = Takes(RowOf(op.kind).types, t) || (IsComplex(t) && IsArithmetic(op.kind));
  if (!takes) return BadInput(RowOf(op.kind).name, " does not take ", t);    // binary_c2
  ASSIGN_OR_RETURN(Shape shape, BroadcastShapes(in.shape(0), in.shape(1)));  // binary_c3
  RETURN_IF_ERROR(CheckActivation(op, t));                                   // binary_c4
  bool moves = op.kind == BinaryKind::kMaximum || op.kind == BinaryKind::kMinimum;
  bool same = moves && in[0].quant == in[1].quant;
  return TensorTypes{{t, shape, same ? in[0].quant : Quantization{}}};  // binary_c5
}

}  // namespace slipway::ops
