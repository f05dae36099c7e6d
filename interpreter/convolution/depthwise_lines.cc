#include "interpreter/convolution/depthwise_lines.h"

#include <algorithm>
#include <cstring>

#include "base/cpu.h"

namespace slipway::interpreter {

namespace {

constexpr int64_t kMostLines = 2, kVector = 16, kCacheBytes = 24 << 10;

const DepthwiseLineTiles& BestTiles() {
#if defined(__x86_64__)
  if (IsaIs(CpuIsa(), Isa::kAvx512)) return kDepthwiseLinesAvx512;
#endif
  static constexpr DepthwiseLineTiles kNone;
  return kNone;
}

bool FitBytes(const std::vector<int16_t>& taps) {
  return std::all_of(taps.begin(), taps.end(), [](int16_t w) { return w >= -128 && w <= 127; });
}

}  // namespace

DepthwiseLines::DepthwiseLines(const ops::ConvGeometry& geometry, const std::vector<int16_t>& taps) : g_(geometry) {
  lines_ = (g_.filter_h + 3) / 4;
  if (!BestTiles().sums || lines_ > kMostLines || !FitBytes(taps)) return;
  // Windows of neighbouring output rows share a line where its four rows leave room.
  output_rows_ = g_.dilation_h == 1 ? (4 * lines_ - g_.filter_h) / g_.stride_h + 1 : 1;
  output_rows_ = std::min(output_rows_, std::max<int64_t>(1, g_.out_h));
  int64_t column_bytes = 4 * g_.out_c * lines_, fit = kCacheBytes / std::max<int64_t>(1, column_bytes) - Columns(1);
  stretch_ = std::clamp<int64_t>(fit / g_.stride_w + 1, kLinePixels, std::max<int64_t>(kLinePixels, g_.out_w));
  int64_t stretches = std::max<int64_t>(1, (g_.out_w + stretch_ - 1) / stretch_);
  stretch_ = std::max<int64_t>(1, (g_.out_w + stretches - 1) / stretches);
  line_step_ = (4 * Columns(stretch_) * g_.out_c + kLineRoom + 63) / 64 * 64;
  PackWeights(taps);
}

void DepthwiseLines::PackWeights(const std::vector<int16_t>& taps) {
  const int64_t channels = (g_.out_c + kVector - 1) / kVector * kVector;
  w_step_ = 4 * channels;
  weights_.assign(static_cast<size_t>(output_rows_ * lines_ * g_.filter_w * w_step_), 0);
  tap_sums_.assign(static_cast<size_t>(g_.out_c), 0);
  for (int64_t h = 0; h < g_.filter_h; ++h)
    for (int64_t w = 0; w < g_.filter_w; ++w)
      for (int64_t c = 0; c < g_.out_c; ++c) {
        int16_t tap = taps[static_cast<size_t>((h * g_.filter_w + w) * g_.out_c + c)];
        tap_sums_[static_cast<size_t>(c)] += tap;
        for (int64_t row = 0; row < output_rows_; ++row) {
          int64_t at = h + row * g_.stride_h;  // among the rows of the lines
          weights_[static_cast<size_t>(((row * lines_ + at / 4) * g_.filter_w + w) * w_step_ + c * 4 + at % 4)] =
              static_cast<int8_t>(tap);
        }
      }
}

size_t DepthwiseLines::scratch_bytes() const {
  if (!available()) return 0;
  int64_t outside_row = (Columns(stretch_) * g_.out_c + 63) / 64 * 64;
  return static_cast<size_t>(lines_ * line_step_ + outside_row);
}

void DepthwiseLines::Make(const uint8_t* image, int64_t out_row, int64_t first, int64_t last, uint8_t outside,
                          uint8_t flip, std::byte* scratch) const {
  const int64_t left = first * g_.stride_w - g_.pad_left, right = left + Columns(last - first), c = g_.out_c;
  // Columns [inside, behind) are those of the image.
  const int64_t inside = std::min(std::clamp<int64_t>(left, 0, g_.in_w), right);
  const int64_t behind = std::max(inside, std::min(right, g_.in_w));
  auto* outside_row = reinterpret_cast<uint8_t*>(scratch) + lines_ * line_step_;
  bool outside_row_made = false;
  const uint8_t padding = outside ^ flip;
  for (int64_t l = 0; l < lines_; ++l) {
    uint8_t* line = reinterpret_cast<uint8_t*>(scratch) + l * line_step_;
    LineRows a{{}, (behind - inside) * c, flip, line + 4 * (inside - left) * c};
    for (int64_t i = 0; i < 4; ++i) {
      int64_t h = out_row * g_.stride_h - g_.pad_top + (4 * l + i) * g_.dilation_h;
      bool in_image = h >= 0 && h < g_.in_h && behind > inside;
      a.rows[i] = in_image ? image + (h * g_.in_w + inside) * c : outside_row;
      if (in_image || outside_row_made) continue;
      std::memset(outside_row, outside, static_cast<size_t>(a.n));
      outside_row_made = true;
    }
    BestTiles().interleave(a);
    std::memset(line, padding, static_cast<size_t>(4 * (inside - left) * c));
    std::memset(line + 4 * (behind - left) * c, padding, static_cast<size_t>(4 * (right - behind) * c));
  }
}

LineBlock DepthwiseLines::Block(const std::byte* scratch, const Pixels& p) const {
  const int64_t pixel = 4 * g_.out_c;
  return {.line = reinterpret_cast<const uint8_t*>(scratch) + p.column * g_.stride_w * pixel,
          .pixel_step = g_.stride_w * pixel,
          .column_step = g_.dilation_w * pixel,
          .line_step = line_step_,
          .lines = lines_,
          .columns = g_.filter_w,
          .w = weights_.data() + p.row * lines_ * g_.filter_w * w_step_,
          .w_step = w_step_,
          .pixels = p.count,
          .channels = g_.out_c,
          .sums = nullptr,
          .codes = nullptr};
}

void DepthwiseLines::Sums(const std::byte* scratch, const Pixels& pixels, int64_t channel, int64_t channels,
                          int32_t* sums) const {
  LineBlock b = Block(scratch, pixels);
  b.line += 4 * channel;
  b.w += 4 * channel;
  b.channels = channels;
  b.sums = sums;
  BestTiles().sums(b);
}

void DepthwiseLines::Codes(const std::byte* scratch, const Pixels& pixels, const gemm::TileCodesI8& codes) const {
  LineBlock b = Block(scratch, pixels);
  b.codes = &codes;
  BestTiles().sums(b);
}

}  // namespace slipway::interpreter
