#pragma once

#include <algorithm>

#include "ops/reference.h"
#include "ops/signal.h"
#include "ops/signal_window/signal_window.h"

namespace slipway::ops {

template <class T>
void Reference(const SignalWindow& op, RefArgs<T>& a) {
  const std::vector<int64_t>&x = a.Ints(0), &window = a.Ints(1);
  for (size_t i = 0; i < x.size(); ++i)
    a.OutInts(0)[i] = std::clamp<int64_t>((x[i] * window[i % window.size()]) >> op.shift, -32768, 32767);
}

}  // namespace slipway::ops
