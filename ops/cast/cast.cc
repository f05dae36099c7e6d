#include "ops/cast/cast.h"

#include "base/complex_dtype.h"

namespace slipway::ops {

namespace {

bool Castable(DType t) { return IsNumber(t) || t == DType::kBool || IsComplex(t); }

}  // namespace

Result<TensorTypes> Infer(const Cast& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  if (!Castable(in.dtype(0)) || !Castable(op.to))
    return BadInput("cannot cast ", in.dtype(0), " to ", op.to);  // cast_c1
  bool narrow = op.bits > 0 && op.bits < 8 && (op.to == DType::kI8 || op.to == DType::kU8);
  if (op.bits != 0 && !(narrow && in.dtype(0) == DType::kF32))
    return Unsupported("casting ", in.dtype(0), " to ", op.bits, " bits of ", op.to);  // cast_c3
  return TensorTypes{{op.to, in.shape(0)}};                                            // cast_c2
}

}  // namespace slipway::ops
