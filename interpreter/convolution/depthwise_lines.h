#pragma once
// Depthwise convolution of 8-bit codes by interleaved lines (depthwise_lines_tile.h): the faster way of DepthwiseQuant
// where the instruction set has it. A line covers `output_rows` rows of results and a stretch of columns that stays in
// the first-level cache.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "interpreter/convolution/depthwise_lines_tile.h"
#include "ops/convolution.h"

namespace slipway::interpreter {

class DepthwiseLines {
 public:
  // Nothing to be made of it: not available() then.
  DepthwiseLines() = default;
  // taps: [filter_h * filter_w, out_c], weights minus their zero point; x has out_c channels. available() where there
  // are tiles, the weights fit bytes and the filter is not too high.
  DepthwiseLines(const ops::ConvGeometry& geometry, const std::vector<int16_t>& taps);

  bool available() const { return output_rows_ > 0; }
  int64_t output_rows() const { return output_rows_; }
  int64_t stretch() const { return stretch_; }  // output columns
  // Bytes of 64-byte aligned scratch for one task.
  size_t scratch_bytes() const;
  // Per channel, the sum over taps. Lines hold the codes plus `flip`: for a zero point, (it + flip) times this is to be
  // taken off the sums.
  const std::vector<int32_t>& tap_sums() const { return tap_sums_; }

  // The lines of output rows [out_row, out_row + output_rows()) and columns [first, last), at most a stretch. `outside`
  // is the code around the image; `flip` 128 for signed codes, else 0.
  void Make(const uint8_t* image, int64_t out_row, int64_t first, int64_t last, uint8_t outside, uint8_t flip,
            std::byte* scratch) const;
  // Neighbouring pixels of the made lines: row and column count from out_row and first.
  struct Pixels {
    int64_t row, column, count;
  };
  // Sums of channels [channel, channel + channels), rows of kLineChannels; or codes of all channels.
  void Sums(const std::byte* scratch, const Pixels& pixels, int64_t channel, int64_t channels, int32_t* sums) const;
  void Codes(const std::byte* scratch, const Pixels& pixels, const gemm::TileCodesI8& codes) const;

 private:
  LineBlock Block(const std::byte* scratch, const Pixels& pixels) const;
  void PackWeights(const std::vector<int16_t>& taps);
  int64_t Columns(int64_t outputs) const { return (outputs - 1) * g_.stride_w + (g_.filter_w - 1) * g_.dilation_w + 1; }

  ops::ConvGeometry g_;
  int64_t output_rows_ = 0, lines_ = 0, stretch_ = 0;
  int64_t line_step_ = 0;  // bytes
  int64_t w_step_ = 0;
  std::vector<int8_t> weights_;  // [output_rows, lines, filter_w, channels of whole vectors, 4]
  std::vector<int32_t> tap_sums_;
};

}  // namespace slipway::interpreter
