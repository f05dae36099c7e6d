#pragma once
// One row of Multinomial, for the reference and the kernel.

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/seeded_random.h"

namespace slipway::ops {

// Sums of the probabilities (of no particular scale) up to each class; `sums` has as many elements as logits.
template <class T>
void CumulateClasses(const T* logits, std::vector<double>* sums) {
  double most = -INFINITY, sum = 0;
  for (size_t i = 0; i < sums->size(); ++i)
    if (std::isfinite(static_cast<double>(logits[i]))) most = std::max(most, static_cast<double>(logits[i]));
  for (size_t i = 0; i < sums->size(); ++i) {
    double logit = static_cast<double>(logits[i]);
    if (std::isfinite(logit)) sum += std::exp(logit - most);
    (*sums)[i] = sum;
  }
}

// The class of a number from [0, 1); the number of classes where none can be drawn.
inline int64_t DrawClass(const std::vector<double>& sums, double number) {
  return std::upper_bound(sums.begin(), sums.end(), number * sums.back()) - sums.begin();
}

}  // namespace slipway::ops
