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
  return TensorTypes{{op.to, in.shape(0)}};                       // cast_c2
}

}  // namespace slipway::ops
