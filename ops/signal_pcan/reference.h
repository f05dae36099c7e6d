#pragma once

#include "ops/reference.h"
#include "ops/signal.h"
#include "ops/signal_pcan/signal_pcan.h"

namespace slipway::ops {

template <class T>
void Reference(const SignalPcan& op, RefArgs<T>& a) {
  std::vector<int16_t> table(a.Ints(2).begin(), a.Ints(2).end());
  for (size_t i = 0; i < a.Ints(0).size(); ++i) {
    int64_t gain = GainOf(static_cast<uint32_t>(a.Ints(1)[i]), table.data());
    uint64_t product = static_cast<uint64_t>(a.Ints(0)[i]) * (static_cast<uint64_t>(gain) & 0xffffffffu);
    a.OutInts(0)[i] = Shrink(static_cast<uint32_t>(product >> op.snr_shift));
  }
}

}  // namespace slipway::ops
