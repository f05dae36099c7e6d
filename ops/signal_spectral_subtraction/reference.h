#pragma once

#include "ops/reference.h"
#include "ops/signal.h"
#include "ops/signal_spectral_subtraction/signal_spectral_subtraction.h"

namespace slipway::ops {

template <class T>
void Reference(const SignalSpectralSubtraction& op, RefArgs<T>& a) {
  for (size_t i = 0; i < a.Ints(0).size(); ++i) {
    NoiseStep step = SubtractNoise(op, static_cast<int64_t>(i), static_cast<uint32_t>(a.Ints(0)[i]), 0);
    a.OutInts(0)[i] = step.signal;
    a.OutInts(1)[i] = step.noise;
  }
}

}  // namespace slipway::ops
