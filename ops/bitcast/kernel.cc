#include <cstring>

#include "interpreter/kernel.h"
#include "ops/bitcast/bitcast.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

Result<Kernel> Prepare(const Bitcast& op, interpreter::PrepareContext& c) {
  size_t bytes = DTypeBytes(op.type, static_cast<size_t>(c.out_shape(0).Elements()));
  Kernel k = interpreter::MakeKernel(bytes, [](const size_t& n, EvalContext& ctx) {
    if (n > 0 && ctx.In<void>(0) != ctx.Out<void>(0)) std::memcpy(ctx.Out<void>(0), ctx.In<void>(0), n);
    return Code::kOk;
  });
  k.in_place = 0;
  return k;
}

}  // namespace slipway::ops
