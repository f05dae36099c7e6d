// Products in the tile registers of AMX (Intel's Architecture Instruction Set Extensions, chapter 3): 16 rows of 32 k
// times 16 columns in one instruction.

#include <immintrin.h>

#include <algorithm>

#include "interpreter/bfloat16/tile.h"

namespace slipway::interpreter {

namespace {

constexpr int64_t kTileRows = 16, kFewRows = 4;  // as fast in vectors
constexpr int64_t kStep = 64;                    // bytes of a row of a tile

// Registers 0 to 3 hold sums, 4 and 5 rows of A, 6 and 7 panels of B: all are whole.
struct alignas(64) TileShapes {
  uint8_t palette = 1, start_row = 0;
  uint8_t reserved[14] = {};
  uint16_t row_bytes[16] = {kStep, kStep, kStep, kStep, kStep, kStep, kStep, kStep};
  uint8_t rows[16] = {kTileRows, kTileRows, kTileRows, kTileRows, kTileRows, kTileRows, kTileRows, kTileRows};
};
static_assert(sizeof(TileShapes) == 64);

constexpr int64_t kBlockRows = 2 * kTileRows, kBlockColumns = 2 * kPanelBf16;
static_assert(kBlockRows == kRowStepBf16 && kStep == 2 * kDepthStepBf16);

// Sums of kBlockRows rows and of one panel or two.
template <int Bands, int Panels>
void Multiply(const TileBf16& t, const uint16_t* a, const uint16_t* b, float* sums) {
  _tile_zero(0);
  _tile_zero(1);
  _tile_zero(2);
  _tile_zero(3);
  const int64_t a_bytes = 2 * t.a_row;
  for (int64_t k = 0; k < t.depth; k += kDepthStepBf16, a += kDepthStepBf16, b += kDepthStepBf16 * kPanelBf16) {
    _tile_loadd(6, b, kStep);
    _tile_loadd(4, a, a_bytes);
    _tile_dpbf16ps(0, 4, 6);
    if constexpr (Bands == 2) {
      _tile_loadd(5, a + kTileRows * t.a_row, a_bytes);
      _tile_dpbf16ps(1, 5, 6);
    }
    if constexpr (Panels == 2) {
      _tile_loadd(7, b + t.depth * kPanelBf16, kStep);
      _tile_dpbf16ps(2, 4, 7);
      if constexpr (Bands == 2) _tile_dpbf16ps(3, 5, 7);
    }
  }
  constexpr int64_t kRow = kBlockColumns * sizeof(float);
  _tile_stored(0, sums, kRow);
  _tile_stored(2, sums + kPanelBf16, kRow);
  _tile_stored(1, sums + kTileRows * kBlockColumns, kRow);
  _tile_stored(3, sums + kTileRows * kBlockColumns + kPanelBf16, kRow);
}

struct Columns {
  __mmask16 mask;
  __m512 bias;
};

Columns ColumnsOf(const TileBf16& t, int64_t first) {
  const int64_t n = t.columns - first;
  Columns c;
  c.mask = n >= kPanelBf16 ? 0xffff : static_cast<__mmask16>((1u << std::max<int64_t>(n, 0)) - 1);
  c.bias = t.bias && n > 0 ? _mm512_maskz_loadu_ps(c.mask, t.bias + first) : _mm512_setzero_ps();
  return c;
}

void StoreRows(const TileBf16& t, const float* sums, int64_t rows, const Columns (&columns)[2], float* c) {
  // max(lo, NaN) and min(hi, NaN) return their second operand.
  const __m512 lo = _mm512_set1_ps(t.lo), hi = _mm512_set1_ps(t.hi);
  for (int64_t r = 0; r < rows; ++r, c += t.c_row, sums += kBlockColumns)
#pragma GCC unroll 2
    for (int p = 0; p < 2; ++p) {
      const __m512 v = _mm512_add_ps(columns[p].bias, _mm512_load_ps(sums + p * kPanelBf16));
      _mm512_mask_storeu_ps(c + p * kPanelBf16, columns[p].mask, _mm512_min_ps(hi, _mm512_max_ps(lo, v)));
    }
}

void Run(const TileBf16& t, int64_t rows) {
  if (rows <= kFewRows) return kTilesBf16Avx512.run(t, rows);
  const TileShapes shapes;
  asm volatile("" : : "r"(&shapes) : "memory");  // g++ 12 tells its optimizer of the first word alone
  _tile_loadconfig(&shapes);
  alignas(64) float sums[kBlockRows * kBlockColumns];
  for (int64_t j = 0; j < t.columns; j += kBlockColumns) {
    const uint16_t* b = t.b + j * t.depth;
    const bool two_panels = t.columns - j > kPanelBf16;
    const Columns columns[2] = {ColumnsOf(t, j), ColumnsOf(t, j + kPanelBf16)};
    for (int64_t r = 0; r < rows; r += kBlockRows) {
      const uint16_t* a = t.a + r * t.a_row;
      if (two_panels)
        rows - r > kTileRows ? Multiply<2, 2>(t, a, b, sums) : Multiply<1, 2>(t, a, b, sums);
      else
        rows - r > kTileRows ? Multiply<2, 1>(t, a, b, sums) : Multiply<1, 1>(t, a, b, sums);
      StoreRows(t, sums, std::min(kBlockRows, rows - r), columns, t.c + r * t.c_row + j);
    }
  }
  _tile_release();
}

void Round(const float* from, int64_t n, uint16_t* to) { kTilesBf16Avx512.round(from, n, to); }

}  // namespace

const TilesBf16 kTilesBf16Amx = {"amx_bf16", Run, Round};

}  // namespace slipway::interpreter
