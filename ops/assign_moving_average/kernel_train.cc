#include "interpreter/kernel.h"
#include "ops/assign_moving_average/assign_moving_average.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;

Result<interpreter::Kernel> PrepareTrain(const AssignMovingAverage& op, interpreter::PrepareContext& c) {
  struct State {
    AssignMovingAverage op;
    int64_t elements;
  };
  return interpreter::MakeKernel(State{op, c.in_shape(0).Elements()}, [](const State& s, EvalContext& ctx) {
    const float* x = ctx.In<float>(0);
    float *moving = ctx.Variable<float>(s.op.variable), momentum = s.op.momentum;
    for (int64_t i = 0; i < s.elements; ++i) moving[i] = moving[i] * momentum + x[i] * (1 - momentum);
    return Code::kOk;
  });
}

}  // namespace slipway::ops
