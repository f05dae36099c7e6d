#include <algorithm>

#include "interpreter/kernel.h"
#include "ops/signal.h"
#include "ops/signal_fft_auto_scale/signal_fft_auto_scale.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

Result<Kernel> Prepare(const SignalFftAutoScale&, interpreter::PrepareContext& c) {
  return interpreter::MakeKernel(c.in_shape(0).Elements(), [](const int64_t& n, EvalContext& e) {
    const int16_t* x = e.In<int16_t>(0);
    int32_t largest = 0;
    for (int64_t i = 0; i < n; ++i) largest = std::max(largest, std::min(std::abs(int32_t{x[i]}), 32767));
    int32_t shift = largest ? 15 - BitLength(static_cast<uint64_t>(largest)) : 0;
    for (int64_t i = 0; i < n; ++i) e.Out<int16_t>(0)[i] = static_cast<int16_t>(x[i] * (1 << shift));
    *e.Out<int32_t>(1) = shift;
    return Code::kOk;
  });
}

}  // namespace slipway::ops
