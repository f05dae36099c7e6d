#pragma once

#include <algorithm>

#include "ops/reference.h"
#include "ops/signal.h"
#include "ops/signal_filter_bank_log/signal_filter_bank_log.h"

namespace slipway::ops {

template <class T>
void Reference(const SignalFilterBankLog& op, RefArgs<T>& a) {
  for (size_t i = 0; i < a.Ints(0).size(); ++i) {
    uint32_t x = static_cast<uint32_t>(a.Ints(0)[i]) << op.input_correction_bits;
    a.OutInts(0)[i] = x > 1 ? std::min(ScaledLog(x, static_cast<uint32_t>(op.output_scale)), 32767u) : 0u;
  }
}

}  // namespace slipway::ops
