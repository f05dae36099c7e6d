#include "ops/reshape/reshape.h"

namespace slipway::ops {

Result<Shape> ReshapedShape(const Shape& x, std::span<const int64_t> wanted) {
  int open = -1;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] < -1) return BadInput("shape [", StrJoin(wanted, ","), "] holds ", wanted[i]);  // reshape_c2
    if (wanted[i] != -1) continue;
    if (open >= 0) return BadInput("shape [", StrJoin(wanted, ","), "] holds more than one -1");  // reshape_c2
    open = static_cast<int>(i);
  }
  ASSIGN_OR_RETURN(Shape y, Shape::FromDims(wanted));
  if (!x.IsStatic()) return y;
  int64_t have = x.Elements(), known = 1;
  for (int64_t d : wanted)
    if (d >= 0) known *= d;
  bool fits = open < 0 ? known == have : known > 0 && have % known == 0;  // reshape_c3, reshape_c4
  if (!fits) return BadInput("x of shape ", x, " cannot become [", StrJoin(wanted, ","), "]");
  if (open >= 0) y[open] = have / known;
  return y;
}

Result<TensorTypes> Infer(const Reshape& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1, 2));
  Shape y;
  if (!in.Has(1)) {
    ASSIGN_OR_RETURN(y, ReshapedShape(in.shape(0), op.shape));
  } else {
    RETURN_IF_ERROR(CheckIntegers(in, 1, "shape", 1));  // reshape_c1
    if (auto wanted = in.Ints(1)) {
      ASSIGN_OR_RETURN(y, ReshapedShape(in.shape(0), *wanted));
    } else {
      ASSIGN_OR_RETURN(y, UnknownDims(LengthOf(in, 1)));
    }
  }
  return TensorTypes{{in.dtype(0), y, MovedQuant(in[0])}};  // reshape_c5
}

}  // namespace slipway::ops
