// Integer arithmetic of quantized kernels: the same bits for every instruction set, and near the real functions.
#include <gtest/gtest.h>
#include <algorithm>

#include <cmath>
#include <vector>

#include "base/random.h"
#include "interpreter/math/code_pairs.h"
#include "interpreter/math/code_rows.h"
#include "interpreter/math/code_table.h"
#include "interpreter/math/fixed_functions.h"
#include "interpreter/math/lookup.h"

namespace slipway::interpreter {
namespace {

std::vector<Isa> Isas() {
  std::vector<Isa> isas = {Isa::kPortable};
#if defined(__x86_64__)
  if (CpuIsa() == Isa::kAvx2 || IsaIs(CpuIsa(), Isa::kAvx512)) isas.push_back(Isa::kAvx2);
  if (IsaIs(CpuIsa(), Isa::kAvx512)) isas.push_back(Isa::kAvx512);
#endif
  return isas;
}

CodePairRow RowOf(CodePair pair, DType dtype, Isa isa) {
#if defined(__x86_64__)
  if (isa == Isa::kAvx512) return CodePairRowAvx512(pair, dtype);
  if (isa == Isa::kAvx2) return CodePairRowAvx2(pair, dtype);
#endif
  return CodePairRowPortable(pair, dtype);
}

template <class T>
std::vector<T> Draw(RandomStream& random, int64_t n) {
  constexpr int64_t codes = int64_t{1} << (8 * sizeof(T));
  std::vector<T> v(static_cast<size_t>(n));
  for (T& x : v) x = static_cast<T>(std::numeric_limits<T>::min() + static_cast<int64_t>(random.Below(codes)));
  return v;
}

// The same by MultiplyFixed, one element at a time.
int32_t PlainPair(CodePair pair, const CodePairArgs& g, FixedMultiplier b_factor, int bits, FixedMultiplier y_factor,
                  int32_t a, int32_t b) {
  a -= g.a_zero;
  b -= g.b_zero;
  int32_t fine = MultiplyFixed(b * (1 << bits), b_factor), v = a * b;
  if (pair == CodePair::kSum) v = a * g.a_unit + (g.b_sign ? -fine : fine);
  if (pair == CodePair::kSquaredDifference) v = (a * g.a_unit - fine) * (a * g.a_unit - fine);
  return std::clamp(MultiplyFixed(v, y_factor) + g.y_zero, g.lo, g.hi);
}

template <class T>
void CheckPairs(CodePair pair, DType dtype, uint64_t seed) {
  RandomStream random(StreamKey(seed, "code pairs"));
  bool wide = sizeof(T) == 2;
  int bits = pair == CodePair::kSquaredDifference ? 7 : wide ? 15 : 20;
  FixedMultiplier b_factor = QuantizeMultiplier(0.5 * random.Uniform());
  double y_real = pair == CodePair::kProduct ? (wide ? 3e-5 : 0.02)
                  : pair == CodePair::kSum   ? std::exp2(1 - bits)
                                             : 1e-4;
  FixedMultiplier y_factor = QuantizeMultiplier(y_real * random.Uniform());
  auto zero = [&] { return wide ? 0 : std::numeric_limits<T>::min() + static_cast<int32_t>(random.Below(256)); };
  CodePairArgs g{.a_zero = zero(), .b_zero = zero(), .y_zero = zero()};
  g.lo = std::numeric_limits<T>::min();
  g.hi = std::numeric_limits<T>::max() - static_cast<int32_t>(random.Below(20));
  g.a_unit = (random.Below(2) ? 1 : -1) * (1 << (bits - 1));
  g.b_sign = random.Below(2) ? -1 : 0;
  g.b = Rescale(b_factor, bits);
  g.y = Rescale(y_factor);
  // Half of the sums of bytes go through floats; the products of the multipliers are near enough to the real ones.
  if (pair == CodePair::kSum && !wide && seed % 2) {
    double y_step = std::ldexp(y_factor.multiplier, y_factor.shift - 31);
    double b_step = std::ldexp(b_factor.multiplier, b_factor.shift - 31 + bits) * (g.b_sign ? -1 : 1);
    g.real_a = static_cast<float>(g.a_unit * y_step);
    g.real_b = static_cast<float>(b_step * y_step);
    g.real_zero = static_cast<float>(g.y_zero - g.a_zero * g.a_unit * y_step - g.b_zero * b_step * y_step);
    g.doubt = 0.002f;
  }
  if (pair == CodePair::kProduct && !wide && seed % 2 && y_factor.shift <= -5) {
    g.real_a = static_cast<float>(std::ldexp(y_factor.multiplier, y_factor.shift - 31));
    g.real_zero = static_cast<float>(g.y_zero);
    g.doubt = 0.02f;
  }
  for (int64_t n : {1, 17, 64, 200}) {
    std::vector<T> a = Draw<T>(random, n), b = Draw<T>(random, n);
    for (int steps = 1; steps < 4; ++steps) {
      int64_t a_step = steps & 1, b_step = steps >> 1;
      for (Isa isa : Isas()) {
        std::vector<T> y(static_cast<size_t>(n));
        RowOf(pair, dtype, isa)(g, a.data(), b.data(), y.data(), n, a_step, b_step);
        for (int64_t i = 0; i < n; ++i)
          ASSERT_EQ(y[static_cast<size_t>(i)],
                    PlainPair(pair, g, b_factor, bits, y_factor, a[static_cast<size_t>(i * a_step)],
                              b[static_cast<size_t>(i * b_step)]))
              << IsaName(isa) << ", element " << i << " of " << n << ", seed " << seed;
      }
    }
  }
}

TEST(CodeMathTest, PairsAreTheSameForEveryInstructionSet) {
  for (uint64_t seed = 0; seed < 60; ++seed)
    for (CodePair pair : {CodePair::kSum, CodePair::kSquaredDifference, CodePair::kProduct}) {
      CheckPairs<int8_t>(pair, DType::kI8, seed);
      CheckPairs<uint8_t>(pair, DType::kU8, seed);
      if (pair != CodePair::kSquaredDifference) CheckPairs<int16_t>(pair, DType::kI16, seed);
    }
}

template <class T>
CodeRows<T> RowsOf(Isa isa) {
#if defined(__x86_64__)
  if (isa == Isa::kAvx512) return CodeRowsAvx512<T>();
  if (isa == Isa::kAvx2) return CodeRowsAvx2<T>();
#endif
  return CodeRowsPortable<T>();
}

// All loops of `rows` on the same draws, one after the other.
template <class T>
std::vector<double> RunRows(const CodeRows<T>& rows, int64_t n) {
  RandomStream random(StreamKey(static_cast<uint64_t>(n), "code rows"));
  size_t size = static_cast<size_t>(n);
  std::vector<float> reals(size), back(size);
  for (float& v : reals) v = static_cast<float>((random.Uniform() - 0.5) * (sizeof(T) == 1 ? 40 : 9000));
  if (n > 2) reals[1] = 2.5f * 0.125f, reals[2] = std::numeric_limits<float>::quiet_NaN();
  std::vector<T> codes(size), narrow(size), drawn = Draw<T>(random, 5 * n);
  std::vector<uint32_t> sums(size, 7);
  rows.quantize(reals.data(), codes.data(), n, 0.125f, std::numeric_limits<T>::min() + 131);
  rows.dequantize(drawn.data(), back.data(), n, 0.3f, 17);
  rows.columns(drawn.data(), 5, n, n, sums.data());
  rows.rescale(Rescale(QuantizeMultiplier(0.0371)), sums.data(), 20, 3, narrow.data(), n);
  std::vector<double> all = {static_cast<double>(rows.sum(drawn.data(), n))};
  all.insert(all.end(), codes.begin(), codes.end());
  all.insert(all.end(), back.begin(), back.end());
  all.insert(all.end(), sums.begin(), sums.end());
  all.insert(all.end(), narrow.begin(), narrow.end());
  return all;
}

TEST(CodeMathTest, RowsAreTheSameForEveryInstructionSet) {
  for (int64_t n : {1, 3, 15, 16, 17, 64, 131})
    for (Isa isa : Isas()) {
      EXPECT_EQ(RunRows(RowsOf<int8_t>(isa), n), RunRows(CodeRowsPortable<int8_t>(), n)) << IsaName(isa);
      EXPECT_EQ(RunRows(RowsOf<uint8_t>(isa), n), RunRows(CodeRowsPortable<uint8_t>(), n)) << IsaName(isa);
      EXPECT_EQ(RunRows(RowsOf<int16_t>(isa), n), RunRows(CodeRowsPortable<int16_t>(), n)) << IsaName(isa);
    }
  int8_t halves[2];
  float x[] = {0.5f, -0.5f};
  CodeRowsPortable<int8_t>().quantize(x, halves, 2, 1, 0);
  EXPECT_EQ(halves[0], 1);
  EXPECT_EQ(halves[1], -1);
}

TEST(CodeMathTest, RescaleIsMultiplyFixed) {
  RandomStream random(StreamKey(1, "rescale"));
  for (int i = 0; i < 20000; ++i) {
    FixedMultiplier m = QuantizeMultiplier(std::exp2(-random.Uniform() * 30));
    Rescale rescale(m);
    int32_t x = static_cast<int32_t>(random.Below(1u << 30)) - (1 << 29);
    ASSERT_EQ(rescale(x), MultiplyFixed(x, m)) << x << " " << m.multiplier << " " << m.shift;
  }
  Rescale twice(QuantizeMultiplier(2.5));
  EXPECT_EQ(twice(-101), -252);  // halves up, then exact
}

TEST(CodeMathTest, LookupsAgree) {
  RandomStream random(StreamKey(2, "lookup"));
  ByteTable table;
  for (uint8_t& v : table) v = static_cast<uint8_t>(random.Below(256));
  for (int64_t n : {0, 1, 7, 63, 64, 65, 1000}) {
    std::vector<uint8_t> x = Draw<uint8_t>(random, n), y(x.size() + 1, 99);
    BestLookup()(table, x.data(), y.data(), n);
    EXPECT_EQ(y.back(), 99);
    for (size_t i = 0; i < x.size(); ++i) ASSERT_EQ(y[i], table[x[i]]);
    std::vector<uint8_t> in_place = x;
    LookupPortable(table, in_place.data(), in_place.data(), n);
    EXPECT_TRUE(std::equal(in_place.begin(), in_place.end(), y.begin()));
  }
}

TEST(CodeMathTest, FixedFunctionsAreNearTheRealOnes) {
  for (double x = -31.9; x < 0; x += 0.0137) {
    double got = ExpOfNegativeQ5(static_cast<int32_t>(x * (1 << 26))) / 2147483648.0;
    ASSERT_NEAR(got, std::exp(x), 2e-7) << x;
  }
  EXPECT_EQ(ExpOfNegativeQ5(0), std::numeric_limits<int32_t>::max());
  for (int32_t x = 1; x < 1000000; x = x * 3 / 2 + 1) {
    int over;
    double inverse = ReciprocalOf(x, 31, &over) / 2147483648.0;
    EXPECT_NEAR(std::ldexp(inverse, -over) * x, 1, 1e-6) << x;
    FixedMultiplier root = InverseSqrt(x);
    EXPECT_NEAR(std::ldexp(root.multiplier / 2147483648.0, root.shift) * std::sqrt(x), 1, 1e-5) << x;
  }
  for (double x = 1; x < 4000; x *= 1.17)
    EXPECT_NEAR(LogOfQ12(static_cast<int32_t>(x * (1 << 19))) / 67108864.0, std::log(x), 1e-5) << x;
}

TEST(CodeMathTest, WordTablesInterpolate) {
  WordTable table = WordTable::Make<float>(4.0f / 32768, 0, 1.0f / 32768, 0, [](float x) { return std::tanh(x); });
  for (int q = -32768; q < 32768; q += 97)
    EXPECT_NEAR(table(static_cast<int16_t>(q)), 32768 * std::tanh(q * 4.0 / 32768), 5) << q;
}

}  // namespace
}  // namespace slipway::interpreter
