#include "train/grad.h"
#include "ops/binary/binary.h"
#include "ops/compare/compare.h"
#include "ops/gather/gather.h"
#include "ops/reshape/reshape.h"
#include "ops/select/select.h"
#include "ops/unsorted_segment/unsorted_segment.h"

namespace slipway::ops {

// Of sums: each part gets the gradient of its segment, those left out 0.
void Grad(const UnsortedSegment& op, train::GradContext& g) {
  if (op.fold != SegmentFold::kSum) return g.Fail("only sums have a gradient");
  ir::ValueId ids = g.input(1);
  const TensorType type = g.type(ids);
  ir::ValueId zero = g.Constant(Tensor(TensorType(type.dtype, Shape{})));
  ir::ValueId dx = g.Add(Gather{}, {g.grad(0), g.Add(Binary{.kind = BinaryKind::kMaximum}, {ids, zero})});
  std::vector<int64_t> dims(type.shape.begin(), type.shape.end());
  dims.resize(static_cast<size_t>(g.type(g.input(0)).shape.rank()), 1);
  ir::ValueId taken = g.Add(Compare{.kind = CompareKind::kGreaterEqual}, {ids, zero});
  taken = g.Add(Reshape{}, {taken, g.ConstantInts(dims)});
  g.SetGrad(0, g.Add(Select{}, {taken, dx, g.ScalarLike(dx, 0)}));
}

}  // namespace slipway::ops
