#include <algorithm>
#include <cmath>
#include <limits>

#include "base/cpu.h"
#include "interpreter/kept.h"
#include "interpreter/math/code_table.h"
#include "interpreter/math/fixed_functions.h"
#include "interpreter/math/rescale.h"
#include "ops/softmax/kernel_bytes.h"
#include "ops/softmax/kernel_quant.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;
using interpreter::PrepareContext;
using interpreter::Saturate;
using interpreter::WordTable;

namespace {

template <class T>
constexpr bool Keeps = interpreter::KeepsFor<Softmax>(DTypeOf<T>());

struct Rows {
  int64_t rows, depth;

  template <class T, class Y = T, class Row>
  void For(EvalContext& c, const Row& row) const {
    const T* x = c.In<T>(0);
    Y* y = c.Out<Y>(0);
    c.pool().ForRange(rows, 4096 / (depth + 1) + 1, [&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r) row(x + r * depth, y + r * depth);
    });
  }
};

struct ByteState {
  Rows rows;
  ByteExps e;
};

constexpr int64_t kTableDepth = 64;  // from which on a row's results come from a table of its own

template <class T, class Y>
void PlainByteRow(const interpreter::FixedExpTable& exps, const T* x, Y* y, int64_t n) {
  const int32_t largest = *std::max_element(x, x + n);
  auto below = [&](T q) { return static_cast<size_t>(static_cast<uint8_t>(largest - q)); };
  uint32_t sum = 0;
  for (int64_t i = 0; i < n; ++i) sum += static_cast<uint32_t>(exps.term[below(x[i])]);
  const ByteSteps s = StepsOf(sum, 8 * sizeof(Y));
  const uint64_t half = uint64_t{1} << (s.exponent - 1);
  auto code = [&](int32_t value) {
    uint64_t steps = (static_cast<uint64_t>(interpreter::HighMul(value, s.scale)) + half) >> s.exponent;
    constexpr uint64_t most = sizeof(Y) == 1 ? 255 : 65535;
    return static_cast<Y>(static_cast<int32_t>(std::min(steps, most)) + std::numeric_limits<Y>::min());
  };
  if (n < kTableDepth) {
    for (int64_t i = 0; i < n; ++i) y[i] = code(exps.value[below(x[i])]);
    return;
  }
  Y table[256];
  for (size_t d = 0; d < 256; ++d) table[d] = code(exps.value[d]);
  for (int64_t i = 0; i < n; ++i) y[i] = table[below(x[i])];
}

template <class T, class Y>
Code EvalBytes(const ByteState& s, EvalContext& c) {
  const int64_t n = s.rows.depth;
  const ByteRow best = sizeof(Y) == 1 && n >= kTableDepth ? BestByteRow() : nullptr;
  s.rows.For<T, Y>(c, [&](const T* x, Y* y) {
    if (!best) return PlainByteRow(s.e.exps, x, y, n);
    constexpr uint8_t flip = std::numeric_limits<T>::is_signed ? 0x80 : 0;
    best(s.e, reinterpret_cast<const uint8_t*>(x), reinterpret_cast<uint8_t*>(y), n, flip);
  });
  return Code::kOk;
}

template <class T, class Y>
Kernel PrepareBytes(const ByteState& state) {
  if constexpr (Keeps<T> && Keeps<Y>)
    return interpreter::MakeKernel(state, [](const ByteState& s, EvalContext& c) { return EvalBytes<T, Y>(s, c); });
  else
    return {};
}

// 16-bit codes: e^x for x in [-10, 0] and 1 / (1 + x) for x in [0, 1] from interpolated tables.
struct WordState {
  Rows rows;
  FixedMultiplier factor;  // differences, to 1/65535 of [-10, 0]
  WordTable exp, reciprocal;
};

[[maybe_unused]] void WordRow(const WordState& s, const int16_t* x, int16_t* y) {
  const int64_t n = s.rows.depth;
  int32_t largest = *std::max_element(x, x + n);
  int32_t sum = 0;  // Q16
  for (int64_t i = 0; i < n; ++i) {
    y[i] = s.exp(Saturate<int16_t>(int64_t{MultiplyFixed(x[i] - largest, s.factor)} + 32767));
    sum += y[i];
  }
  int headroom = sum > 0 ? __builtin_clz(static_cast<uint32_t>(sum)) : 31;
  int64_t shifted = ((int64_t{sum} << (headroom - 1)) + (1 << 13)) >> 14;
  int32_t scale = s.reciprocal(Saturate<int16_t>(shifted - (1 << 15) - (1 << 16)));
  int right = 31 - headroom;
  int64_t half = right > 0 ? int64_t{1} << (right - 1) : 0;
  for (int64_t i = 0; i < n; ++i)
    y[i] = static_cast<int16_t>(std::clamp<int64_t>((int64_t{y[i]} * scale + half) >> right, 0, 32767));
}

template <class T>
Kernel PrepareWords(const Rows& rows, float beta, float scale) {
  if constexpr (!Keeps<T>) {
    return {};
  } else {
    double factor = static_cast<double>(scale * beta) / (10.0 / 65535.0);
    return interpreter::MakeKernel(
        WordState{rows, QuantizeMultiplier(factor),
                  WordTable::Make<double>(10.0 / 65535, 32767, 2.0 / 65535, 0, [](double x) { return std::exp(x); }),
                  WordTable::Make<double>(1.0 / 65535, -32768, 2.0 / 65535, 0, [](double x) { return 1 / (1 + x); })},
        [](const WordState& s, EvalContext& c) {
          s.rows.For<T>(c, [&](const T* x, T* y) { WordRow(s, x, y); });
          return Code::kOk;
        });
  }
}

}  // namespace

ByteExps MakeByteExps(float beta, float scale) {
  ByteExps e{interpreter::MakeFixedExpTable(beta, scale), {}};
  for (size_t p = 0; p < e.term_bytes.size(); ++p)
    for (size_t d = 0; d < 256; ++d) e.term_bytes[p][d] = static_cast<uint8_t>(e.exps.term[d] >> (8 * p));
  return e;
}

ByteSteps StepsOf(uint32_t sum, int bits) {
  int over;
  const int32_t scale = interpreter::ReciprocalOf(static_cast<int32_t>(sum), 12, &over);
  return {scale, std::clamp(over + 31 - bits, 1, 32)};  // with 32 all results are below half a step
}

ByteRow BestByteRow() {
#if defined(__x86_64__)
  if (IsaIs(CpuIsa(), Isa::kAvx512) && __builtin_cpu_supports("avx512vbmi")) return ByteRowAvx512;
#endif
  return nullptr;
}

Result<Kernel> PrepareQuantized(const Softmax& op, PrepareContext& c) {
  auto x = interpreter::CodeScaleOf(c.in(0));
  DType t = c.in(0).dtype;
  if (!x || c.out(0).dtype != (op.i16_result ? DType::kI16 : t) || !(op.beta > 0))
    return interpreter::NoKernelFor("Softmax", c);
  int64_t depth = c.in_shape(0).back();
  Rows rows{depth > 0 ? c.in_shape(0).Elements() / depth : 0, depth};
  Kernel k;
  if (t == DType::kI16) {
    k = PrepareWords<int16_t>(rows, op.beta, x->scale);
  } else {
    ByteState s{rows, MakeByteExps(op.beta, x->scale)};
    k = op.i16_result     ? PrepareBytes<int8_t, int16_t>(s)
        : t == DType::kI8 ? PrepareBytes<int8_t, int8_t>(s)
                          : PrepareBytes<uint8_t, uint8_t>(s);
  }
  if (!k.eval) return interpreter::NoKernelFor("Softmax", c);
  k.in_place = op.i16_result ? -1 : 0;
  k.path = "table";
  return k;
}

}  // namespace slipway::ops
