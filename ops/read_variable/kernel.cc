// Used only where the plan cannot let the result alias the variable's memory.
#include "interpreter/kernel.h"

#include <cstring>
#include "ops/read_variable/read_variable.h"

namespace slipway::ops {

Result<interpreter::Kernel> Prepare(const ReadVariable& op, interpreter::PrepareContext&) {
  struct State {
    int variable;
    size_t bytes;
  };
  if (DTypeBytes(op.dtype, 1) == 0) return Unsupported("ReadVariable has no kernel for ", op.dtype);
  return interpreter::MakeKernel(State{op.variable, DTypeBytes(op.dtype, static_cast<size_t>(op.shape.Elements()))},
                                 [](const State& s, interpreter::EvalContext& c) {
                                   if (s.bytes) std::memcpy(c.Out<void>(0), c.Variable<void>(s.variable), s.bytes);
                                   return interpreter::Code::kOk;
                                 });
}

}  // namespace slipway::ops
