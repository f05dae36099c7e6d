#pragma once

#include "ops/reference.h"
#include "ops/signal.h"
#include "ops/signal_energy/signal_energy.h"

namespace slipway::ops {

template <class T>
void Reference(const SignalEnergy& op, RefArgs<T>& a) {
  const std::vector<int64_t>& x = a.Ints(0);
  int64_t n = a.out_shape(0).back();
  for (size_t i = 0; 2 * i < x.size(); ++i) {
    int64_t k = static_cast<int64_t>(i) % n, energy = x[2 * i] * x[2 * i] + x[2 * i + 1] * x[2 * i + 1];
    a.OutInts(0)[i] = k >= op.start_index && k < op.end_index ? energy : 0;
  }
}

}  // namespace slipway::ops
