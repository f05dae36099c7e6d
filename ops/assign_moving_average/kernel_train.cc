#include "ops/assign_moving_average/assign_moving_average.h"
#include "train/kernels.h"

namespace slipway::ops {

Result<interpreter::Kernel> PrepareTrain(const AssignMovingAverage& op, interpreter::PrepareContext& c) {
  struct State {
    AssignMovingAverage op;
    int64_t elements;
  };
  return interpreter::MakeKernel(State{op, c.in_shape(0).Elements()},
                                 [](const State& s, interpreter::EvalContext& ctx) {
                                   const float* value = ctx.In<float>(0);
                                   float* average = ctx.Variable<float>(s.op.variable);
                                   for (int64_t i = 0; i < s.elements; ++i)
                                     average[i] = average[i] * s.op.momentum + value[i] * (1 - s.op.momentum);
                                   return interpreter::Code::kOk;
                                 });
}

}  // namespace slipway::ops
