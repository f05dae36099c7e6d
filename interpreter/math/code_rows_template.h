#pragma once
// The bodies of CodeRows, vectorised by the compiler for the instruction set of the including source. Internal linkage.

#include <limits>

#include "interpreter/math/code_rows.h"

namespace slipway::interpreter {
namespace {

template <class T>
struct RowLoops {
  static void Quantize(const float* __restrict x, T* __restrict q, int64_t n, float scale, int32_t zero_point) {
    float lo = static_cast<float>(std::numeric_limits<T>::min() - zero_point);
    float hi = static_cast<float>(std::numeric_limits<T>::max() - zero_point);
    for (int64_t i = 0; i < n; ++i) {
      float v = x[i] / scale;
      v = v >= lo ? v : lo;  // NaN too
      v = v <= hi ? v : hi;
      int32_t whole = static_cast<int32_t>(v);
      float rest = v - static_cast<float>(whole);
      whole += (rest >= 0.5f ? 1 : 0) - (rest <= -0.5f ? 1 : 0);
      q[i] = static_cast<T>(whole + zero_point);
    }
  }

  static void Dequantize(const T* __restrict q, float* __restrict x, int64_t n, float scale, int32_t zero_point) {
    for (int64_t i = 0; i < n; ++i) x[i] = scale * static_cast<float>(static_cast<int32_t>(q[i]) - zero_point);
  }

  // Full blocks keep their sums in registers.
  static void Columns(const T* x, int64_t rows, int64_t stride, int64_t n, uint32_t* sums) {
    int64_t i = 0;
    for (; i + kBlock <= n; i += kBlock) {
      uint32_t block[kBlock] = {};
      for (int64_t r = 0; r < rows; ++r)
        for (int64_t k = 0; k < kBlock; ++k)
          block[k] += static_cast<uint32_t>(static_cast<int32_t>(x[r * stride + i + k]));
      for (int64_t k = 0; k < kBlock; ++k) sums[i + k] += block[k];
    }
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t k = i; k < n; ++k) sums[k] += static_cast<uint32_t>(static_cast<int32_t>(x[r * stride + k]));
  }

  static int32_t Sum(const T* x, int64_t n) {
    int32_t sum = 0;
    for (int64_t i = 0; i < n; ++i) sum += x[i];
    return sum;
  }

  static void RescaleTotals(const Rescale& factor, const uint32_t* __restrict totals, uint32_t less, int32_t zero_point,
                            T* __restrict y, int64_t n) {
    constexpr int32_t lo = std::numeric_limits<T>::min(), hi = std::numeric_limits<T>::max();
    const Rescale f = factor;
    for (int64_t i = 0; i < n; ++i) {
      int32_t v = f(static_cast<int32_t>(totals[i] - less));
      v = v < lo - zero_point ? lo - zero_point : v;
      v = v > hi - zero_point ? hi - zero_point : v;
      y[i] = static_cast<T>(v + zero_point);
    }
  }

  static constexpr int64_t kBlock = 16;

  static CodeRows<T> Make() { return {Quantize, Dequantize, Columns, Sum, RescaleTotals}; }
};

}  // namespace
}  // namespace slipway::interpreter
