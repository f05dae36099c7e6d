#include "train/grad.h"
#include "ops/transpose/transpose.h"

namespace slipway::ops {

// The inverse permutation.
void Grad(const Transpose&, train::GradContext& g) {
  const Tensor* perm = g.ConstantOf(g.input(1));
  if (!perm) return g.Fail("perm is computed");
  Result<std::vector<int>> axes = NormalizePermutation(perm->AsInts(), g.type(g.input(0)).shape.rank());
  if (!axes.ok()) return g.Fail(axes.status().message());
  std::vector<int64_t> inverse(axes->size());
  for (size_t i = 0; i < axes->size(); ++i) inverse[static_cast<size_t>((*axes)[i])] = static_cast<int64_t>(i);
  g.SetGrad(0, g.Add(Transpose{}, {g.grad(0), g.ConstantInts(inverse)}));
}

}  // namespace slipway::ops
