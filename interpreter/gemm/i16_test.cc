#include "interpreter/gemm/i16.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "base/cpu.h"

namespace slipway::interpreter::gemm {
namespace {

std::vector<const TilesI16*> AllTilesI16() {
  std::vector<const TilesI16*> all = {&kTilesI16Portable};
#if defined(__x86_64__)
  if (CpuIsa() == Isa::kAvx2 || IsaIs(CpuIsa(), Isa::kAvx512)) all.push_back(&kTilesI16Avx2);
  if (IsaIs(CpuIsa(), Isa::kAvx512)) all.push_back(&kTilesI16Avx512);
#endif
  return all;
}

TEST(GemmI16, TilesHoldTheLargestSums) {
  for (const TilesI16* tiles : AllTilesI16())
    for (int rows = 1; rows <= tiles->rows; ++rows) {
      const int64_t columns = tiles->columns, depth = 2 * kMostPairsI16;
      std::vector<int16_t> a(static_cast<size_t>(rows * depth), -32768);
      std::vector<int8_t> b(static_cast<size_t>(columns * depth), -128);
      std::vector<int32_t> sums(static_cast<size_t>(rows * columns));
      tiles->tile[rows]({a.data(), depth, b.data(), kMostPairsI16, sums.data()});
      for (int32_t sum : sums) ASSERT_EQ(sum, 1 << 30);
    }
}

// Sums of all sizes, factors from 2^-20 to 2^10, rows in which the last vector is partly used.
template <class Sum>
void CheckWords(void (*store)(const WordRows<Sum>&), int64_t n, bool wraps, std::mt19937_64& random) {
  const int bits = sizeof(Sum) == 4 ? 31 : 40;
  std::vector<Sum> sums;
  std::vector<int64_t> bias, multiplier, round, shift;
  std::vector<FixedMultiplier> factors;
  for (int64_t j = 0; j < n; ++j) {
    sums.push_back(static_cast<Sum>(static_cast<int64_t>(random()) >> (64 - bits + random() % 20)));
    bias.push_back(static_cast<int64_t>(random() >> 40) - (1 << 23));
    factors.push_back({static_cast<int32_t>(1u << 30 | (random() & 0x3fffffff)), static_cast<int>(random() % 31) - 20});
    multiplier.push_back(factors.back().multiplier < 0x7FFF0000 ? (factors.back().multiplier + (1 << 15)) >> 16
                                                                : 0x7FFF);
    shift.push_back(15 - factors.back().shift);
    round.push_back(int64_t{1} << (shift.back() - 1));
  }
  std::vector<int16_t> y(static_cast<size_t>(n + 1), 77);
  store({sums.data(), 1, n, n, n, bias.data(), multiplier.data(), round.data(), shift.data(), wraps, 3, -30000, 32767,
         y.data()});
  for (int64_t j = 0; j < n; ++j) {
    const size_t i = static_cast<size_t>(j);
    const __int128 exact = (static_cast<__int128>(sums[i] + bias[i]) * multiplier[i] + round[i]) >> shift[i];
    const int64_t value = wraps ? MultiplyFixed64(sums[i] + bias[i], factors[i]) : static_cast<int64_t>(exact);
    ASSERT_EQ(y[i], std::clamp<int64_t>(value + 3, -30000, 32767)) << sums[i] << " " << factors[i].shift;
  }
  ASSERT_EQ(y.back(), 77) << "written beyond the row";
}

TEST(GemmI16, WordsAreRoundedAsTheFixedPointArithmetic) {
  std::mt19937_64 random(1);
  for (const TilesI16* tiles : AllTilesI16())
    for (int64_t n = 1; n < 40; ++n)
      for (bool wraps : {false, true}) {
        CheckWords<int32_t>(tiles->words32, n, wraps, random);
        CheckWords<int64_t>(tiles->words64, n, wraps, random);
      }
}

TEST(GemmI16, ProductsOfAnyDepthEqualTheObviousLoop) {
  std::mt19937 random(2);
  std::vector<std::byte> sums(SumsBytesI16());
  for (int64_t k : {1, 2, 3, 255, 256, 257, 300, 1025})
    for (int64_t n : {1, 16, 33})
      for (Words::Rounding rounding : {Words::Rounding::kWide, Words::Rounding::kOnce, Words::Rounding::kTwice}) {
        const int64_t rows = BestTilesI16().rows, step = (k + 1) / 2 * 2;
        std::vector<int16_t> a(static_cast<size_t>(rows * step));
        std::vector<int8_t> w(static_cast<size_t>(n * k));
        for (int16_t& v : a) v = static_cast<int16_t>(random());
        for (int8_t& v : w) v = static_cast<int8_t>(random());
        std::vector<int64_t> bias(static_cast<size_t>(n), -1234567);
        std::vector<FixedMultiplier> factors(static_cast<size_t>(n), QuantizeMultiplier(0.00007));
        std::vector<int16_t> y(static_cast<size_t>(rows * n));
        MultiplyI16(PackI16(w.data(), k, n), {a.data(), rows, step}, Words(rounding, bias, factors, k << 22),
                    sums.data(), y.data(), n);
        for (int64_t r = 0; r < rows; ++r)
          for (int64_t j = 0; j < n; ++j) {
            int64_t sum = -1234567;
            for (int64_t i = 0; i < k; ++i)
              sum += int64_t{a[static_cast<size_t>(r * step + i)]} * w[static_cast<size_t>(j * k + i)];
            const double wanted = std::clamp(std::round(static_cast<double>(sum) * 0.00007), -32768.0, 32767.0);
            // kWide has multipliers of 15 bits, kTwice sums of 32 bits.
            const double most = rounding == Words::Rounding::kOnce ? 1 : 1 + std::abs(wanted) * 0x1p-14;
            if (rounding == Words::Rounding::kTwice && sum != static_cast<int32_t>(sum)) continue;
            ASSERT_NEAR(y[static_cast<size_t>(r * n + j)], wanted, most) << k << " " << n;
          }
      }
}

}  // namespace
}  // namespace slipway::interpreter::gemm
