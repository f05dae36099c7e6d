#pragma once

#include "ops/mfcc/mfcc.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Mfcc& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  int64_t bins = x.dim(2), kept = op.dct_coefficient_count, rate = a.Ints(1)[0];
  if (rate <= 0) return a.Fail(StrCat("sample_rate is ", rate, ", expected more than 0"));
  MelBands bands(op, bins, static_cast<int32_t>(rate));
  std::vector<float> spectrum(static_cast<size_t>(bins)), made(static_cast<size_t>(kept));
  for (int64_t row = 0; row < y.size() / kept; ++row) {
    for (int64_t i = 0; i < bins; ++i)
      spectrum[static_cast<size_t>(i)] = static_cast<float>(static_cast<double>(x[row * bins + i]));
    bands.Coefficients(spectrum.data(), made.data());
    for (int64_t k = 0; k < kept; ++k) y[row * kept + k] = T(made[static_cast<size_t>(k)]);
  }
}

}  // namespace slipway::ops
