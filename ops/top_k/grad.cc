#include "train/grad.h"
#include "ops/cast/cast.h"
#include "ops/pack/pack.h"
#include "ops/reshape/reshape.h"
#include "ops/scatter_nd/scatter_nd.h"
#include "ops/top_k/top_k.h"

namespace slipway::ops {

// The gradient of each value goes back to its place [row, index].
void Grad(const TopK& op, train::GradContext& g) {
  if (g.grad(0) == ir::ValueId::kNone) return;
  Shape x = g.type(g.input(0)).shape, y = g.type(g.grad(0)).shape;
  int64_t n = x.back(), k = y.back(), rows = x.Elements(0, x.rank() - 1);
  std::vector<int64_t> row;
  for (int64_t i = 0; i < rows * k; ++i) row.push_back(i / k);
  auto flat = [&](ir::ValueId v) { return g.Add(Reshape{}, {v, g.ConstantInts(std::vector<int64_t>{rows * k})}); };
  ir::ValueId indices = g.output(1);
  if (op.index_type != DType::kI32) indices = g.Add(Cast{.to = DType::kI32}, {indices});
  ir::ValueId places = g.Add(Pack{.axis = 1}, {g.ConstantInts(row), flat(indices)});
  ir::ValueId dx = g.Add(ScatterNd{}, {places, flat(g.grad(0)), g.ConstantInts(std::vector<int64_t>{rows, n})});
  g.SetGrad(0, g.Add(Reshape{}, {dx, g.ConstantInts(x.dims())}));
}

}  // namespace slipway::ops
