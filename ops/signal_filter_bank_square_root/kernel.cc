#include <algorithm>

#include "interpreter/kernel.h"
#include "ops/signal.h"
#include "ops/signal_filter_bank_square_root/signal_filter_bank_square_root.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

Result<Kernel> Prepare(const SignalFilterBankSquareRoot&, interpreter::PrepareContext& c) {
  return interpreter::MakeKernel(c.in_shape(0).Elements(), [](const int64_t& n, EvalContext& e) {
    int32_t shift = *e.In<int32_t>(1);
    if (shift < 0 || shift > 31) return e.Fail(Code::kBadValue, "shift is ", int64_t{shift}, ", expected 0 to 31");
    for (int64_t i = 0; i < n; ++i) e.Out<uint32_t>(0)[i] = RoundedRoot(e.In<uint64_t>(0)[i]) >> shift;
    return Code::kOk;
  });
}

}  // namespace slipway::ops
