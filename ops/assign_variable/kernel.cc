#include "interpreter/kernel.h"
#include "ops/assign_variable/assign_variable.h"

namespace slipway::ops {

Result<interpreter::Kernel> Prepare(const AssignVariable& op, interpreter::PrepareContext& c) {
  struct State {
    int variable;
    size_t bytes;
  };
  const TensorType& x = c.in(0);
  if (DTypeBytes(x.dtype, 1) == 0) return interpreter::NoKernelFor("AssignVariable", c);
  return interpreter::MakeKernel(State{op.variable, DTypeBytes(x.dtype, static_cast<size_t>(x.shape.Elements()))},
                                 [](const State& s, interpreter::EvalContext& ctx) {
                                   if (s.bytes) std::memmove(ctx.Variable<void>(s.variable), ctx.In<void>(0), s.bytes);
                                   return interpreter::Code::kOk;
                                 });
}

}  // namespace slipway::ops
