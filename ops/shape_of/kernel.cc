#include "interpreter/kernel.h"
#include "ops/shape_of/shape_of.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;

Result<interpreter::Kernel> Prepare(const ShapeOf& op, interpreter::PrepareContext& c) {
  struct State {
    Shape shape;
    bool wide;
  };
  return interpreter::MakeKernel(State{c.in_shape(0), op.out_type == DType::kI64},
                                 [](const State& s, EvalContext& ctx) {
                                   for (int i = 0; i < s.shape.rank(); ++i) {
                                     if (s.wide)
                                       ctx.Out<int64_t>(0)[i] = s.shape[i];
                                     else
                                       ctx.Out<int32_t>(0)[i] = static_cast<int32_t>(s.shape[i]);
                                   }
                                   return Code::kOk;
                                 });
}

}  // namespace slipway::ops
