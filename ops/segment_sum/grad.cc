#include "train/grad.h"
#include "ops/gather/gather.h"
#include "ops/segment_sum/segment_sum.h"

namespace slipway::ops {

void Grad(const SegmentSum&, train::GradContext& g) { g.SetGrad(0, g.Add(Gather{}, {g.grad(0), g.input(1)})); }

}  // namespace slipway::ops
