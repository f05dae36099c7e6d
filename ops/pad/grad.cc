#include <numeric>

#include "ops/binary/binary.h"
#include "ops/pad/pad.h"
#include "ops/reduce/reduce.h"
#include "ops/reshape/reshape.h"
#include "ops/slice/slice.h"
#include "train/grad.h"

namespace slipway::ops {

// dx is the inside of dy; value gets the sum of the rest.
void Grad(const Pad&, train::GradContext& g) {
  const Tensor* paddings = g.ConstantOf(g.input(1));
  if (!paddings) return g.Fail("paddings is computed");
  std::vector<int64_t> begin, pairs = paddings->AsInts();
  for (size_t i = 0; i < pairs.size(); i += 2) begin.push_back(pairs[i]);
  ir::ValueId size = g.ConstantInts(g.type(g.input(0)).shape.dims());
  ir::ValueId dx = g.Add(Slice{}, {g.grad(0), g.ConstantInts(begin), size});
  g.SetGrad(0, dx);
  if (g.num_inputs() < 3 || g.input(2) == ir::ValueId::kNone) return;
  std::vector<int64_t> axes(begin.size());
  std::iota(axes.begin(), axes.end(), 0);
  auto sum = [&](ir::ValueId v) { return g.Add(Reduce{.kind = ReduceKind::kSum}, {v, g.ConstantInts(axes)}); };
  ir::ValueId rest = g.Add(Binary{.kind = BinaryKind::kSub}, {sum(g.grad(0)), sum(dx)});
  g.SetGrad(2, g.Add(Reshape{}, {rest, g.ConstantInts(g.type(g.input(2)).shape.dims())}));
}

}  // namespace slipway::ops
