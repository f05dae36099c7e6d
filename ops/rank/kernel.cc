#include "interpreter/kernel.h"
#include "ops/rank/rank.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;

Result<interpreter::Kernel> Prepare(const Rank&, interpreter::PrepareContext& c) {
  return interpreter::MakeKernel(c.in_shape(0).rank(), [](const int& rank, EvalContext& ctx) {
    *ctx.Out<int32_t>(0) = rank;
    return Code::kOk;
  });
}

}  // namespace slipway::ops
