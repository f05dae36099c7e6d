#include "ops/pad/pad.h"

namespace slipway::ops {

Result<Shape> PaddedShape(const Shape& x, std::span<const int64_t> paddings) {
  CHECK(static_cast<int>(paddings.size()) == 2 * x.rank());
  Shape y = x;
  for (int i = 0; i < x.rank(); ++i) {
    int64_t before = paddings[static_cast<size_t>(2 * i)], after = paddings[static_cast<size_t>(2 * i + 1)];
    if (before < 0 || after < 0)
      return BadInput("paddings of axis ", i, " are ", before, " and ", after, ", expected none below 0");  // pad_c2
    if (x[i] < 0) continue;
    if (__builtin_add_overflow(y[i], before, &y[i]) || __builtin_add_overflow(y[i], after, &y[i]))
      return BadInput("axis ", i, " padded by ", before, " and ", after, " overflows");
  }
  return Shape::FromDims(y.dims());
}

Result<Shape> InferPaddedShape(Inputs in) {
  RETURN_IF_ERROR(CheckIntegers(in, 1, "paddings", 2));  // pad_c1
  const Shape &x = in.shape(0), &p = in.shape(1);
  if (p.has_rank()) {
    bool two = p[1] < 0 || p[1] == 2, rows = !x.has_rank() || p[0] < 0 || p[0] == x.rank();
    if (!two || !rows) return BadInput("paddings has shape ", p, ", expected [rank, 2] for x of shape ", x);  // pad_c1
  }
  if (!x.has_rank()) return UnknownDims(p.has_rank() ? p[0] : -1);
  auto paddings = in.Ints(1);
  return paddings ? PaddedShape(x, *paddings) : UnknownDims(x.rank());
}

Result<TensorTypes> Infer(const Pad&, Inputs in) {
  RETURN_IF_ERROR(in.Count(2, 3));
  ASSIGN_OR_RETURN(Shape y, InferPaddedShape(in));
  if (in.Has(2)) {
    if (in.dtype(2) != in.dtype(0)) return BadInput("value is ", in.dtype(2), ", x is ", in.dtype(0));  // pad_c3
    if (in.shape(2).IsStatic() && in.shape(2).Elements() != 1)
      return BadInput("value has shape ", in.shape(2), ", expected one element");  // pad_c3
  }
  return TensorTypes{{in.dtype(0), y, MovedQuant(in[0])}};  // pad_c4
}

}  // namespace slipway::ops
