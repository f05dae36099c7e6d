#pragma once

#include <cmath>

#include "ops/audio_spectrogram/audio_spectrogram.h"
#include "ops/reference.h"

namespace slipway::ops {

// The transform as its sum.
template <class T>
void Reference(const AudioSpectrogram& op, RefArgs<T>& a) {
  using std::sqrt;
  RefView<T> x = a.In(0), y = a.Out(0);
  int64_t n = SpectrogramLength(op.window_size), channels = x.dim(1);
  std::vector<double> window = HannWindow(op.window_size);
  ForEachIndex(y.shape, [&](const std::vector<int64_t>& at) {
    T re = T(0), im = T(0);
    for (int64_t i = 0; i < op.window_size; ++i) {
      double angle = -2 * M_PI * static_cast<double>(i * at[2] % n) / static_cast<double>(n);
      double w = window[static_cast<size_t>(i)];
      T v = x[(at[1] * op.stride + i) * channels + at[0]];
      re += v * T(w * std::cos(angle));
      im += v * T(w * std::sin(angle));
    }
    T energy = re * re + im * im;
    y[y.At(at)] = op.magnitude_squared ? energy : sqrt(energy);
  });
}

}  // namespace slipway::ops
