#include <algorithm>
#include <cmath>
#include <limits>

#include "interpreter/math/code_rows.h"
#include "interpreter/math/code_table.h"
#include "interpreter/math/rescale.h"
#include "ops/reduce/kernel_quant.h"

namespace slipway::ops {

using interpreter::CodeScale;
using interpreter::Saturate;

namespace {

template <class T>
struct Sums {
  static void Start(void* totals, int64_t n) { std::fill_n(static_cast<uint32_t*>(totals), n, 0u); }

  static void Row(const void* data, int64_t n, void* total) {
    static const auto sum = interpreter::CodeRowsOf<T>(CpuIsa()).sum;
    *static_cast<uint32_t*>(total) += static_cast<uint32_t>(sum(static_cast<const T*>(data), n));
  }

  static void Columns(const void* data, int64_t rows, int64_t stride, int64_t n, void* totals) {
    static const auto columns = interpreter::CodeRowsOf<T>(CpuIsa()).columns;
    columns(static_cast<const T*>(data), rows, stride, n, static_cast<uint32_t*>(totals));
  }

  static void Join(void* totals, const void* from, int64_t n) {
    for (int64_t i = 0; i < n; ++i) static_cast<uint32_t*>(totals)[i] += static_cast<const uint32_t*>(from)[i];
  }

  static Fold Make() {
    return {.element_bytes = sizeof(T),
            .total_bytes = sizeof(uint32_t),
            .start = Start,
            .row = Row,
            .columns = Columns,
            .join = Join};
  }
};

// The factor of a mean: divided by the count with as many bits as a right shift leaves.
FixedMultiplier Divided(FixedMultiplier m, int64_t count) {
  int shift = std::min({63 - __builtin_clzll(static_cast<uint64_t>(count)), 32, 31 + m.shift});
  shift = std::max(shift, 0);
  return {static_cast<int32_t>((int64_t{m.multiplier} << shift) / count), m.shift - shift};
}

template <class T>
void Finish(const CodeFinish& f, const void* totals, int64_t n, int64_t count, void* y) {
  FixedMultiplier factor = f.mean && count > 0 ? Divided(f.factor, count) : f.factor;
  const uint32_t* from = static_cast<const uint32_t*>(totals);
  T* to = static_cast<T*>(y);
  uint32_t zeros = static_cast<uint32_t>(f.x_zero) * static_cast<uint32_t>(count);
  // Totals below 2^29 do not overflow on the way.
  if (count < int64_t{1} << (sizeof(T) == 1 ? 20 : 12)) {
    interpreter::CodeRowsOf<T>(CpuIsa()).rescale(interpreter::Rescale(factor), from, zeros, f.y_zero, to, n);
    return;
  }
  for (int64_t i = 0; i < n; ++i)
    to[i] = Saturate<T>(int64_t{MultiplyFixed(static_cast<int32_t>(from[i] - zeros), factor)} + f.y_zero);
}

// Sums of signed codes, in floats: as TFLite's optimised kernels, since its reference kernel reads bytes without sign.
template <class T>
void FinishSum(const CodeFinish& f, const void* totals, int64_t n, int64_t count, void* y) {
  const float bias = static_cast<float>(-f.x_zero) * f.ratio * static_cast<float>(count);
  for (int64_t i = 0; i < n; ++i) {
    float total = static_cast<float>(static_cast<int32_t>(static_cast<const uint32_t*>(totals)[i]));
    float v = std::clamp(std::round(total * f.ratio + bias), -1e9f, 1e9f);
    static_cast<T*>(y)[i] = Saturate<T>(int64_t{static_cast<int32_t>(v)} + f.y_zero);
  }
}

}  // namespace

Fold CodeSums(DType t) {
  return interpreter::VisitCode(t, [](auto tag) { return Sums<decltype(tag)>::Make(); });
}

CodeFinish MakeCodeFinish(bool mean, DType t, const CodeScale& x, const CodeScale& y) {
  CodeFinish f{x.zero_point, y.zero_point,
               QuantizeMultiplier(static_cast<double>(x.scale) / static_cast<double>(y.scale)), x.scale / y.scale,
               mean};
  interpreter::VisitCode(t, [&](auto tag) {
    using T = decltype(tag);
    f.run = mean || std::is_unsigned_v<T> ? Finish<T> : FinishSum<T>;
  });
  return f;
}

CodeProduct MakeCodeProduct(const CodeScale& x, const CodeScale& y, int64_t count) {
  double factor = static_cast<double>(x.scale) /
                  std::pow(static_cast<double>(y.scale), 1.0 / static_cast<double>(std::max<int64_t>(count, 1)));
  FixedMultiplier m = QuantizeMultiplier(factor);
  m.shift = std::min(m.shift, 7);
  return {x.zero_point, y.zero_point, m};
}

int32_t MultiplyCode(const CodeProduct& p, int32_t total, int32_t code, bool first) {
  if (first) return code - p.x_zero;
  return MultiplyFixed64(int64_t{total} * (code - p.x_zero), p.factor);
}

int32_t FinishProduct(const CodeProduct& p, int32_t total) {
  return static_cast<int32_t>(int64_t{MultiplyFixed64(total, p.factor)} + p.y_zero);
}

}  // namespace slipway::ops
