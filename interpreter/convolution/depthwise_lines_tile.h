#pragma once
// The inner loops of depthwise convolutions of bytes whose filters are up to 8 rows high.
//
// A line holds, for each element (column, channel) of four input rows that lie one below the other, their four bytes:
// what one dot product of bytes takes. It is made once and read by every column of the filter, and by every output row
// whose window lies in the four rows. Bytes of a line are unsigned: signed codes get 128 added. This header is included
// by sources built for several instruction sets: nothing in it may be a function with a body.

#include <cstdint>

#include "interpreter/gemm/i8_tile.h"

namespace slipway::interpreter {

struct LineRows {
  const uint8_t* rows[4];
  int64_t n;      // elements
  uint8_t flip;   // 128: codes are signed
  uint8_t* line;  // 4 n bytes, and kLineRoom more that may be written
};
inline constexpr int64_t kLineRoom = 256;

// sums[p, c] = sum over lines l and filter columns t of line_l[p, t, c] . w[l, t, c], 4 bytes each.
struct LineBlock {
  const uint8_t* line;                         // at the first pixel, the first filter column, the first channel
  int64_t pixel_step, column_step, line_step;  // bytes
  int64_t lines, columns;                      // of the filter
  const int8_t* w;                             // [lines, columns] rows of w_step bytes, readable for whole vectors
  int64_t w_step;
  int64_t pixels;                  // at most kLinePixels
  int64_t channels;                // at most kLineChannels
  int32_t* sums;                   // rows of kLineChannels
  const gemm::TileCodesI8* codes;  // instead of sums, if not nullptr; its y is that of the first pixel and channel
};
inline constexpr int64_t kLinePixels = 8, kLineChannels = 64;

struct DepthwiseLineTiles {
  void (*interleave)(const LineRows&) = nullptr;  // nullptr: none for this instruction set
  void (*sums)(const LineBlock&) = nullptr;
};

#if defined(__x86_64__)
extern const DepthwiseLineTiles kDepthwiseLinesAvx512;
#endif

}  // namespace slipway::interpreter
