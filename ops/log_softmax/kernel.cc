#include <algorithm>
#include <limits>

#include "interpreter/kernel.h"
#include "interpreter/math/code_table.h"
#include "interpreter/math/fixed_exp_table.h"
#include "interpreter/math/fixed_functions.h"
#include "ops/log_softmax/log_softmax.h"
#include "ops/softmax/rows.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct FloatState {
  int64_t rows, depth;
  SoftmaxRows row;
};

Code EvalFloat(const FloatState& s, EvalContext& c) {
  const float* x = c.In<float>(0);
  float* y = c.Out<float>(0);
  c.pool().ForRange(s.rows, 4096 / (s.depth + 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) s.row.log_softmax(x + r * s.depth, y + r * s.depth, s.depth);
  });
  return Code::kOk;
}

// 8-bit codes, bit for bit as TFLite's reference kernel.
struct ByteState {
  int64_t rows, depth;
  interpreter::FixedExpTable exps;
  FixedMultiplier inverse;  // of exps.factor, but for a power of two: Q5 to differences
};

template <class T>
void ByteRow(const ByteState& s, const T* x, T* y) {
  constexpr int32_t lo = std::numeric_limits<T>::min(), hi = std::numeric_limits<T>::max();
  int32_t largest = *std::max_element(x, x + s.depth);
  uint32_t sum = 0;
  for (int64_t i = 0; i < s.depth; ++i) sum += static_cast<uint32_t>(s.exps.term[static_cast<size_t>(largest - x[i])]);
  int32_t log_sum = interpreter::LogOfQ12(static_cast<int32_t>(sum));
  // Below it a difference minus the log leaves Q5.
  int32_t least = std::max(s.exps.least - 1, MultiplyFixed(log_sum + std::numeric_limits<int32_t>::min(), s.inverse));
  for (int64_t i = 0; i < s.depth; ++i) {
    int32_t d = largest - x[i];
    if (-d <= least) {
      y[i] = lo;
      continue;
    }
    int32_t v = s.exps.exponent[static_cast<size_t>(d)] - log_sum;
    y[i] = static_cast<T>(std::clamp(RoundingDivideByPowerOfTwo(v, 31 - 5 - 4) + hi, lo, hi));
  }
}

template <class T>
Code EvalBytes(const ByteState& s, EvalContext& c) {
  const T* x = c.In<T>(0);
  T* y = c.Out<T>(0);
  c.pool().ForRange(s.rows, 4096 / (s.depth + 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) ByteRow(s, x + r * s.depth, y + r * s.depth);
  });
  return Code::kOk;
}

Result<Kernel> PrepareBytes(int64_t rows, int64_t depth, const interpreter::PrepareContext& c) {
  auto x = interpreter::CodeScaleOf(c.in(0));
  DType t = c.in(0).dtype;
  if (!x || (t != DType::kI8 && t != DType::kU8)) return interpreter::NoKernelFor("LogSoftmax", c);
  ByteState s{rows, depth, interpreter::MakeFixedExpTable(1, x->scale), {}};
  if (s.exps.factor.shift < 1) return interpreter::NoKernelFor("LogSoftmax", c);
  s.inverse = QuantizeMultiplier((1u << (31 - s.exps.factor.shift)) / static_cast<double>(s.exps.factor.multiplier));
  Kernel k =
      t == DType::kI8
          ? interpreter::MakeKernel(s, [](const ByteState& b, EvalContext& e) { return EvalBytes<int8_t>(b, e); })
          : interpreter::MakeKernel(s, [](const ByteState& b, EvalContext& e) { return EvalBytes<uint8_t>(b, e); });
  k.in_place = 0;
  k.path = "table";
  return k;
}

}  // namespace

Result<Kernel> Prepare(const LogSoftmax&, interpreter::PrepareContext& c) {
  if (!c.in(0).quant.empty() && !IsFloat(c.in(0).dtype)) {
    int64_t n = c.in_shape(0).back();
    return PrepareBytes(n > 0 ? c.in_shape(0).Elements() / n : 0, n, c);
  }
  if (c.in(0).dtype != DType::kF32) return interpreter::NoKernelFor("LogSoftmax", c);
  const Shape& x = c.in_shape(0);
  int64_t depth = x.back();
  FloatState state{depth > 0 ? x.Elements() / depth : 0, depth, SoftmaxRowsOf(CpuIsa())};
  Kernel k = interpreter::MakeKernel(state, [](const FloatState& s, EvalContext& e) { return EvalFloat(s, e); });
  k.in_place = 0;
  k.path = IsaName(CpuIsa());
  return k;
}

}  // namespace slipway::ops
