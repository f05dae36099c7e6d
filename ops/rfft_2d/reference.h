#pragma once

#include <algorithm>
#include <cmath>

#include "ops/reference.h"
#include "ops/rfft_2d/rfft_2d.h"

namespace slipway::ops {

// The sum as it is written, axis after axis.
template <class T>
void Reference(const Rfft2D&, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  int64_t rows = x.dim(-2), columns = x.dim(-1), bins = y.dim(-1);
  int64_t n0 = a.Ints(1)[0], n1 = a.Ints(1)[1];
  auto root = [](int64_t k, int64_t n) {
    double angle = -2 * M_PI * static_cast<double>(k % n) / static_cast<double>(n);
    return std::pair<double, double>(std::cos(angle), std::sin(angle));
  };
  for (int64_t k = 0; k < y.size() / 2; ++k) {
    int64_t bin = k % bins, row = k / bins % n0;
    const int64_t image = k / bins / n0 * rows * columns;
    T re = T(0), im = T(0);
    for (int64_t i = 0; i < std::min(rows, n0); ++i)
      for (int64_t j = 0; j < std::min(columns, n1); ++j) {
        auto [c0, s0] = root(i * row, n0);
        auto [c1, s1] = root(j * bin, n1);
        T v = x[image + i * columns + j];
        re += v * T(c0 * c1 - s0 * s1);
        im += v * T(c0 * s1 + s0 * c1);
      }
    y[2 * k] = re;
    y[2 * k + 1] = im;
  }
}

}  // namespace slipway::ops
