#include "train/grad.h"
#include "ops/reduce/reduce.h"
#include "ops/reshape/reshape.h"
#include "ops/tile/tile.h"

namespace slipway::ops {

// Sums the copies, axis by axis.
void Grad(const Tile&, train::GradContext& g) {
  const Tensor* multiples = g.ConstantOf(g.input(1));
  if (!multiples) return g.Fail("multiples is computed");
  const Shape& x = g.type(g.input(0)).shape;
  std::vector<int64_t> times = multiples->AsInts();
  Shape shape = g.type(g.output(0)).shape;
  ir::ValueId dx = g.grad(0);
  for (int i = 0; i < x.rank(); ++i) {
    if (times[static_cast<size_t>(i)] == 1) continue;
    std::vector<int64_t> split = {shape.Elements(0, i), times[static_cast<size_t>(i)], x[i],
                                  shape.Elements(i + 1, x.rank())};
    dx = g.Add(Reduce{.kind = ReduceKind::kSum},
               {g.Add(Reshape{}, {dx, g.ConstantInts(split)}), g.ConstantInts(std::vector<int64_t>{1})});
    shape[i] = x[i];
  }
  g.SetGrad(0, g.Add(Reshape{}, {dx, g.ConstantInts(x.dims())}));
}

}  // namespace slipway::ops
