#include "train/grad.h"
#include "ops/pad/pad.h"
#include "ops/slice/slice.h"

namespace slipway::ops {

// dy amid zeros.
void Grad(const Slice&, train::GradContext& g) {
  const Tensor* begin = g.ConstantOf(g.input(1));
  if (!begin) return g.Fail("begin is computed");
  const Shape &x = g.type(g.input(0)).shape, &y = g.type(g.output(0)).shape;
  std::vector<int64_t> first = begin->AsInts();
  Tensor paddings(DType::kI64, {x.rank(), 2});
  for (int i = 0; i < x.rank(); ++i) {
    size_t k = static_cast<size_t>(i);
    paddings.as<int64_t>()[2 * k] = first[k];
    paddings.as<int64_t>()[2 * k + 1] = x[i] - first[k] - y[i];
  }
  g.SetGrad(0, g.Add(Pad{}, {g.grad(0), g.Constant(paddings)}));
}

}  // namespace slipway::ops
