#pragma once

#include <algorithm>

#include "ops/reference.h"
#include "ops/signal.h"
#include "ops/signal_fft_auto_scale/signal_fft_auto_scale.h"

namespace slipway::ops {

template <class T>
void Reference(const SignalFftAutoScale&, RefArgs<T>& a) {
  int64_t largest = 0;
  for (int64_t v : a.Ints(0)) largest = std::max(largest, std::min<int64_t>(std::abs(v), 32767));
  int64_t shift = largest ? 15 - BitLength(static_cast<uint64_t>(largest)) : 0;
  for (size_t i = 0; i < a.Ints(0).size(); ++i) a.OutInts(0)[i] = a.Ints(0)[i] * (int64_t{1} << shift);
  a.OutInts(1)[0] = shift;
}

}  // namespace slipway::ops
