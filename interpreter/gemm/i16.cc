#include "interpreter/gemm/i16.h"

#include <algorithm>
#include <limits>

#include "base/cpu.h"

namespace slipway::interpreter::gemm {

const TilesI16& BestTilesI16() {
#if defined(__x86_64__)
  if (IsaIs(CpuIsa(), Isa::kAvx512)) return kTilesI16Avx512;
  if (IsaIs(CpuIsa(), Isa::kAvx2)) return kTilesI16Avx2;
#endif
  return kTilesI16Portable;
}

Words::Words(Rounding rounding, std::vector<int64_t> bias, const std::vector<FixedMultiplier>& factors,
             int64_t largest_sum)
    : rounding_(rounding), bias_(std::move(bias)), factors_(factors) {
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  in_rows_ = rounding != Rounding::kTwice;
  for (size_t c = 0; c < bias_.size(); ++c) {
    const FixedMultiplier m = factors[c];
    const bool wide = rounding == Rounding::kWide;
    const int64_t multiplier = !wide                       ? m.multiplier
                               : m.multiplier < 0x7FFF0000 ? (m.multiplier + (1 << 15)) >> 16
                                                           : 0x7FFF;
    const int64_t shift = (wide ? 15 : 31) - m.shift;
    multiplier_.push_back(multiplier);
    shift_.push_back(shift);
    round_.push_back(shift > 0 ? int64_t{1} << (shift - 1) : 0);
    // Products of multipliers with 31 bits fit when the sums have 32.
    const bool small = bias_[c] <= most - largest_sum && bias_[c] >= largest_sum - most;
    const bool moderate = bias_[c] < (int64_t{1} << 45) && bias_[c] > -(int64_t{1} << 45);
    in_rows_ = in_rows_ && shift > 0 && shift < 63 && (wide ? moderate : small);
  }
}

namespace {

// One rounding of a sum beyond 32 bits, without overflow.
int64_t MultiplyOnce(int64_t sum, FixedMultiplier m) {
  if (sum == static_cast<int32_t>(sum)) return MultiplyFixedOnce(static_cast<int32_t>(sum), m);
  int shift = 31 - m.shift;
  return static_cast<int64_t>((static_cast<__int128>(sum) * m.multiplier + (static_cast<__int128>(1) << (shift - 1))) >>
                              shift);
}

constexpr int64_t kMostWide = int64_t{1} << 46;  // what MultiplyFixed64 takes, with room for a sum beside a bias

// MultiplyFixed64 for any sum: a bias may be any number.
int64_t MultiplyWide(int64_t sum, FixedMultiplier m) {
  if (sum >= -kMostWide && sum < kMostWide) return MultiplyFixed64(sum, m);
  const int64_t reduced = m.multiplier < 0x7FFF0000 ? (m.multiplier + (1 << 15)) >> 16 : 0x7FFF;
  const int shift = 15 - m.shift;
  const __int128 product = static_cast<__int128>(sum) * reduced;
  return static_cast<int32_t>(shift < 1 ? product << -shift
                                        : (product + (static_cast<__int128>(1) << (shift - 1))) >> shift);
}

int64_t Rescaled(Words::Rounding rounding, int64_t sum, FixedMultiplier m) {
  switch (rounding) {
    case Words::Rounding::kOnce:
      return MultiplyOnce(sum, m);
    case Words::Rounding::kTwice:
      return MultiplyFixed(static_cast<int32_t>(sum), m);
    case Words::Rounding::kWide:
      break;
  }
  return MultiplyWide(sum, m);
}

int64_t SaturatingSum(int64_t a, int64_t b) {
  int64_t sum;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return a < 0 ? std::numeric_limits<int64_t>::min() : std::numeric_limits<int64_t>::max();
}

}  // namespace

template <class Sum>
WordRows<Sum> Words::Rows(const RowsOf<Sum>& from, int64_t column, int64_t n, int16_t* y, int64_t y_step) const {
  return {from.sums,
          from.rows,
          n,
          from.step,
          y_step,
          bias_.data() + column,
          multiplier_.data() + column,
          round_.data() + column,
          shift_.data() + column,
          rounding_ == Rounding::kWide,
          zero_point,
          lo,
          hi,
          y};
}

template <class Sum>
void Words::StorePlainly(const RowsOf<Sum>& from, int64_t column, int64_t n, int16_t* y, int64_t y_step) const {
  for (int64_t r = 0; r < from.rows; ++r)
    for (int64_t j = 0; j < n; ++j) {
      const size_t c = static_cast<size_t>(column + j);
      const int64_t q = Rescaled(rounding_, SaturatingSum(from.sums[r * from.step + j], bias_[c]), factors_[c]);
      y[r * y_step + j] = static_cast<int16_t>(std::clamp<int64_t>(q + zero_point, lo, hi));
    }
}

void Words::StoreRows(const RowsOf<int32_t>& from, int64_t column, int64_t n, int16_t* y, int64_t y_step) const {
  if (in_rows_) return BestTilesI16().words32(Rows(from, column, n, y, y_step));
  StorePlainly(from, column, n, y, y_step);
}

void Words::StoreRows(const RowsOf<int64_t>& from, int64_t column, int64_t n, int16_t* y, int64_t y_step) const {
  if (in_rows_) return BestTilesI16().words64(Rows(from, column, n, y, y_step));
  StorePlainly(from, column, n, y, y_step);
}

WeightsI16 PackI16(const int8_t* weights, int64_t k, int64_t n) {
  constexpr int64_t kPairs = 32;  // of each column in turn: what is written stays in the first-level cache
  const int64_t columns = BestTilesI16().columns;
  WeightsI16 w{(k + 1) / 2, n, {}};
  w.packed.resize(static_cast<size_t>((n + columns - 1) / columns * columns * 2 * w.pairs));
  for (int64_t j0 = 0; j0 < n; j0 += columns)
    for (int64_t p0 = 0; p0 < w.pairs; p0 += kPairs)
      for (int64_t j = j0; j < std::min(n, j0 + columns); ++j) {
        int8_t* panel = w.packed.data() + j0 * 2 * w.pairs + (j - j0) * 2;
        for (int64_t i = 2 * p0; i < std::min(k, 2 * (p0 + kPairs)); ++i)
          panel[i / 2 * 2 * columns + i % 2] = weights[j * k + i];
      }
  return w;
}

size_t SumsBytesI16() { return static_cast<size_t>(kMostRowsI16 * kMostColumnsI16) * (8 + 4); }

void MultiplyI16(const WeightsI16& w, const RowsI16& a, const Words& words, void* sums, int16_t* y, int64_t y_step) {
  const TilesI16& tiles = BestTilesI16();
  auto* totals = static_cast<int64_t*>(sums);
  auto* block = reinterpret_cast<int32_t*>(totals + kMostRowsI16 * kMostColumnsI16);
  for (int64_t j = 0; j < w.n; j += tiles.columns) {
    const int8_t* b = w.packed.data() + j * 2 * w.pairs;
    const int64_t n = std::min<int64_t>(tiles.columns, w.n - j);
    if (w.pairs <= kMostPairsI16) {
      tiles.tile[a.rows]({a.a, a.step, b, w.pairs, block});
      words.StoreRows(Words::RowsOf<int32_t>{block, a.rows, tiles.columns}, j, n, y + j, y_step);
      continue;
    }
    const int64_t all = a.rows * tiles.columns;
    std::fill_n(totals, all, 0);
    for (int64_t p = 0; p < w.pairs; p += kMostPairsI16) {
      tiles.tile[a.rows]({a.a + 2 * p, a.step, b + p * 2 * tiles.columns, std::min(kMostPairsI16, w.pairs - p), block});
      for (int64_t i = 0; i < all; ++i) totals[i] += block[i];
    }
    words.StoreRows(Words::RowsOf<int64_t>{totals, a.rows, tiles.columns}, j, n, y + j, y_step);
  }
}

}  // namespace slipway::interpreter::gemm
