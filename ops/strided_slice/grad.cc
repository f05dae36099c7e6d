#include "train/grad.h"
#include "ops/pad/pad.h"
#include "ops/reshape/reshape.h"
#include "ops/reverse/reverse.h"
#include "ops/slice/slice.h"
#include "ops/strided_slice/strided_slice.h"

namespace slipway::ops {

namespace {

using ir::ValueId;

ValueId Reshaped(train::GradContext& g, ValueId v, std::initializer_list<int64_t> dims) {
  return g.Add(Reshape{}, {v, g.ConstantInts(std::vector<int64_t>(dims))});
}

ValueId Padded(train::GradContext& g, ValueId v, std::initializer_list<int64_t> paddings) {
  return g.Add(Pad{}, {v, g.Constant(Tensor::Of<int64_t>({static_cast<int64_t>(paddings.size()) / 2, 2}, paddings))});
}

// v of `shape` (in any shape with as many elements) with axis `axis` spread to `dim` elements: zeros between and
// around.
ValueId SpreadAxis(train::GradContext& g, ValueId v, const Shape& shape, int axis, const StridedBox& box, int64_t dim) {
  int64_t n = box.size[axis], step = box.stride[axis], first = box.begin[axis];
  if (n == dim && step == 1) return v;
  int64_t outer = shape.Elements(0, axis), inner = shape.Elements(axis + 1, shape.rank());
  if (n == 0) return g.Constant(Tensor(g.type(v).dtype, {outer, dim, inner}));
  v = Reshaped(g, v, {outer, n, inner});
  if (step < 0) {
    v = g.Add(Reverse{}, {v, g.ConstantInts(std::vector<int64_t>{1})});
    first += (n - 1) * step;
    step = -step;
  }
  if (n == 1) step = 1;
  if (step > 1) {
    v = Padded(g, Reshaped(g, v, {outer, n, 1, inner}), {0, 0, 0, 0, 0, step - 1, 0, 0});
    v = Reshaped(g, v, {outer, n * step, inner});
    n = (n - 1) * step + 1;
    std::vector<int64_t> zeros = {0, 0, 0}, size = {outer, n, inner};
    v = g.Add(Slice{}, {v, g.ConstantInts(zeros), g.ConstantInts(size)});
  }
  return Padded(g, v, {0, 0, first, dim - first - n, 0, 0});
}

}  // namespace

// dy goes back to the elements that were taken, zeros are elsewhere: axis by axis, the last one first.
void Grad(const StridedSlice& op, train::GradContext& g) {
  const Tensor *begin = g.ConstantOf(g.input(1)), *end = g.ConstantOf(g.input(2)), *strides = g.ConstantOf(g.input(3));
  if (!begin || !end || !strides) return g.Fail("begin, end or strides are computed");
  const Shape& x = g.type(g.input(0)).shape;
  Result<StridedBox> box = ResolveStridedSlice(op, x, static_cast<int>(begin->elements()), begin->AsInts(),
                                               end->AsInts(), strides->AsInts());
  if (!box.ok()) return g.Fail(box.status().message());
  Shape shape(std::span<const int64_t>(box->size, static_cast<size_t>(x.rank())));
  ir::ValueId dx = g.grad(0);
  for (int i = x.rank() - 1; i >= 0; --i) {
    dx = SpreadAxis(g, dx, shape, i, *box, x[i]);
    shape[i] = x[i];
  }
  g.SetGrad(0, g.Add(Reshape{}, {dx, g.ConstantInts(x.dims())}));
}

}  // namespace slipway::ops
