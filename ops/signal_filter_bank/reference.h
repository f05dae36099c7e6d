#pragma once

#include <algorithm>

#include "ops/reference.h"
#include "ops/signal.h"
#include "ops/signal_filter_bank/signal_filter_bank.h"

namespace slipway::ops {

template <class T>
void Reference(const SignalFilterBank& op, RefArgs<T>& a) {
  const std::vector<int64_t>&x = a.Ints(0), &weights = a.Ints(1), &unweights = a.Ints(2);
  uint64_t sum = 0;
  for (size_t i = 0; i <= static_cast<size_t>(op.num_channels); ++i) {
    int64_t bin = a.Ints(3)[i], first = a.Ints(4)[i], width = a.Ints(5)[i];
    int64_t most = static_cast<int64_t>(std::min(weights.size(), unweights.size()));
    if (width < 0 || bin < 0 || first < 0 || bin + width > static_cast<int64_t>(x.size()) || first + width > most)
      return a.Fail(StrCat("stretch ", i, " of ", width, " bins from ", bin, " does not fit"));
    uint64_t next = 0;
    for (int64_t j = 0; j < width; ++j) {
      uint64_t energy = static_cast<uint64_t>(x[static_cast<size_t>(bin + j)]);
      sum += static_cast<uint64_t>(weights[static_cast<size_t>(first + j)]) * energy;
      next += static_cast<uint64_t>(unweights[static_cast<size_t>(first + j)]) * energy;
    }
    if (i > 0) a.OutInts(0)[i - 1] = static_cast<int64_t>(sum);
    sum = next;
  }
}

}  // namespace slipway::ops
