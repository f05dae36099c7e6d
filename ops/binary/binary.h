#pragma once
// Binary: a scalar function of pairs of elements with NumPy broadcasting,  y = activation(f(a, b)).  The functions are
// the rows of kinds.def. Division of integers rounds to zero (FloorDiv: down); overflow wraps around. A shift by less
// than 0 or more than the width less 1 is one by that bound; RightShift keeps the sign.
//
// C1 dtype(a) = dtype(b)
// C2 the dtype is one that the kind takes: floats; kNumber kinds also integers; bitwise kinds integers only;
//    logical kinds bool; Add, Sub, Mul and Div also complex numbers
// C3 shapes broadcast
// C4 only Add, Sub, Mul and Div have an activation, and it is a clamp (not TANH, SIGN_BIT) and not of complex numbers
// C5 dtype(y) = dtype(a), shape(y) = broadcast(shape(a), shape(b))
// Data: an integer divisor is not 0, an integer exponent not negative (else an error when run).

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

enum class BinaryKind {
#define BINARY(kind, ...) k##kind,
#include "ops/binary/kinds.def"
#undef BINARY
};
std::span<const char* const> EnumNames(BinaryKind);
enum class BinaryTypes { kReal, kNumber, kInteger, kBool };

struct Binary {
  BinaryKind kind = BinaryKind::kAdd;
  Activation activation = Activation::kNone;
  bool pot_scale_int16 = true;  // 16-bit sums are shifted where the scales are powers of two

  static void Fields(auto& op, auto&& f) {
    f("kind", op.kind);
    f("activation", op.activation);
    f("pot_scale_int16", op.pot_scale_int16);
  }
  static constexpr bool kRowWise = true;
  using ReferenceTypes = NumberTypes;
  static constexpr bool kComplexReference = true;
  static QuantRule Quant(const Binary&);
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Binary*);
};

// Relative error that the kind's f32 kernel may have.
double Tolerance(BinaryKind);

Result<TensorTypes> Infer(const Binary&, Inputs);
Result<TfliteForm> ToTflite(const Binary&, const TfliteTypes&);
Status ToTf(const Binary&, wire::TfExporter&);
Result<interpreter::Kernel> Prepare(const Binary&, interpreter::PrepareContext&);
Status ToXnn(const Binary&, interpreter::XnnBuilder&);
void Grad(const Binary&, train::GradContext&);

}  // namespace slipway::ops
