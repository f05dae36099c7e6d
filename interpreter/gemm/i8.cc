#include "interpreter/gemm/i8.h"

#include <algorithm>
#include <cstring>

#include "base/cpu.h"
#include "interpreter/gemm/requantize.h"

namespace slipway::interpreter::gemm {

const TilesI8& BestTilesI8() {
#if defined(__x86_64__)
  if (CpuIsa() == Isa::kAvx512) return kTilesI8Avx512;
  if (CpuIsa() == Isa::kAvx2) return kTilesI8Avx2;
#elif defined(__aarch64__)
  if (CpuIsa() == Isa::kNeonDot) return kTilesI8NeonDot;
  if (CpuIsa() == Isa::kNeon) return kTilesI8Neon;
#endif
  return kTilesI8Portable;
}

namespace {

template <class T>
void Store(const TilesI8& tiles, const T* codes, int64_t n, std::byte* row, int64_t at) {
  constexpr int offset = std::is_signed_v<T> ? 128 : 0;
  if (tiles.element_bytes == 1) {
    auto* to = reinterpret_cast<uint8_t*>(row) + at;
    for (int64_t i = 0; i < n; ++i) to[i] = static_cast<uint8_t>(static_cast<uint8_t>(codes[i]) ^ offset);
  } else {
    auto* to = reinterpret_cast<int16_t*>(row) + at;
    for (int64_t i = 0; i < n; ++i) to[i] = static_cast<int16_t>(codes[i] + offset);
  }
}

}  // namespace

void StoreCodesI8(const TilesI8& tiles, const int8_t* codes, int64_t n, std::byte* row, int64_t at) {
  Store(tiles, codes, n, row, at);
}
void StoreCodesI8(const TilesI8& tiles, const uint8_t* codes, int64_t n, std::byte* row, int64_t at) {
  Store(tiles, codes, n, row, at);
}

void FillCodesI8(const TilesI8& tiles, uint8_t value, int64_t n, std::byte* row, int64_t at) {
  if (tiles.element_bytes == 1)
    std::fill_n(reinterpret_cast<uint8_t*>(row) + at, n, value);
  else
    std::fill_n(reinterpret_cast<int16_t*>(row) + at, n, static_cast<int16_t>(value));
}

int64_t PackedBytesI8(const TilesI8& tiles, int64_t k, int64_t n) {
  return (n + tiles.columns - 1) / tiles.columns * tiles.columns * PaddedDepthI8(k);
}

void PackI8(const TilesI8& tiles, const int8_t* b, int64_t b_row, int64_t b_column, int64_t k, int64_t n, int64_t begin,
            int64_t end, int8_t* packed, int32_t* column_sums) {
  int64_t depth = PaddedDepthI8(k), group = tiles.group;
  for (int64_t j0 = begin; j0 < end; j0 += tiles.columns) {
    int8_t* panel = packed + j0 * depth;
    std::memset(panel, 0, static_cast<size_t>(tiles.columns * depth));
    for (int64_t j = 0; j < std::min<int64_t>(tiles.columns, n - j0); ++j) {
      const int8_t* from = b + (j0 + j) * b_column;
      int32_t sum = 0;
      for (int64_t i = 0; i < k; ++i) sum += from[i * b_row];
      int64_t done = 0;
      if (b_row == 1)
        for (; done + group <= k; done += group)
          std::memcpy(panel + (done / group * tiles.columns + j) * group, from + done, static_cast<size_t>(group));
      for (int64_t i = done; i < k; ++i) panel[(i / group * tiles.columns + j) * group + i % group] = from[i * b_row];
      if (column_sums) column_sums[j0 + j] = sum;
    }
  }
}

void SetFactors(const std::vector<double>& factors, Requantize::Rounding rounding, Requantize* r) {
  r->rounding = rounding;
  for (double f : factors) {
    if (rounding == Requantize::Rounding::kNearest)
      r->factor.push_back(static_cast<float>(f));
    else
      r->fixed.push_back(QuantizeMultiplier(f));
  }
}

namespace {

RequantizeRows BestRows() {
#if defined(__x86_64__)
  if (CpuIsa() == Isa::kAvx512) return RequantizeRowsAvx512;
  if (CpuIsa() == Isa::kAvx2) return RequantizeRowsAvx2;
#endif
  return RequantizeRowsPortable;
}

}  // namespace

void Requantize::StoreRows(const RowsOf& from, int64_t column, int64_t n, int32_t row_term, void* y, int64_t y_step,
                           const int32_t* starts) const {
  static const RequantizeRows best = BestRows();
  const int32_t* start_of = (starts ? starts : start.data()) + column;
  auto* to = static_cast<uint8_t*>(y);
  if (rounding == Rounding::kNearest)
    return best(
        {from.sums, start_of, factor.data() + column, from.rows, n, from.step, y_step, row_term, zero_point, lo, hi},
        to);
  for (int64_t r = 0; r < from.rows; ++r)
    for (int64_t j = 0; j < n; ++j) {
      int32_t sum = static_cast<int32_t>(static_cast<uint32_t>(from.sums[r * from.step + j]) +
                                         static_cast<uint32_t>(row_term) + static_cast<uint32_t>(start_of[j]));
      FixedMultiplier m = fixed[static_cast<size_t>(column + j)];
      int64_t q = rounding == Rounding::kTwice ? MultiplyFixed(sum, m) : MultiplyFixedOnce(sum, m);
      to[r * y_step + j] = static_cast<uint8_t>(std::clamp<int64_t>(q + zero_point, lo, hi));
    }
}

}  // namespace slipway::interpreter::gemm
