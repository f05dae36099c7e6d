#include "interpreter/convolution/depthwise_quant.h"

#include <algorithm>

#include "base/cpu.h"
#include "interpreter/convolution/product_i8.h"
#include "interpreter/gemm/tasks.h"

namespace slipway::interpreter {

namespace {

const DepthwiseQuantTiles& BestTiles() {
#if defined(__x86_64__)
  if (IsaIs(CpuIsa(), Isa::kAvx512)) return kDepthwiseQuantAvx512;
  if (IsaIs(CpuIsa(), Isa::kAvx2)) return kDepthwiseQuantAvx2;
#endif
  return kDepthwiseQuantPortable;
}

template <class T>
void RepeatChannels(const std::byte* x, int64_t begin, int64_t end, int64_t times, std::byte* to) {
  for (int64_t i = begin; i < end; ++i)
    std::fill_n(reinterpret_cast<T*>(to) + i * times, times, reinterpret_cast<const T*>(x)[i]);
}

}  // namespace

DepthwiseQuant::DepthwiseQuant(const ops::ConvGeometry& geometry, DType dtype, int32_t x_zero, Weights weights,
                               int threads)
    : g_(geometry),
      dtype_(dtype),
      element_(DTypeSize(dtype)),
      multiplier_(g_.in_c ? g_.out_c / g_.in_c : 1),
      x_zero_(x_zero),
      weights_(std::move(weights)),
      columns_(Stretches(g_.in_w, g_.out_w, g_.filter_w, g_.stride_w, g_.dilation_w, g_.pad_left)) {
  const DepthwiseQuantTiles& tiles = BestTiles();
  sums_ = dtype == DType::kI16 ? tiles.i16 : dtype == DType::kU8 ? tiles.u8 : tiles.i8;
  if (element_ == 1) lines_ = DepthwiseLines(g_, weights_.taps);
  int64_t rows = Bands(), work = g_.batch * g_.out_h * g_.out_w * g_.out_c * g_.filter_h * g_.filter_w;
  tasks_ = static_cast<int>(std::clamp<int64_t>(rows, 1, gemm::TasksFor(threads, work, 64 << 10)));
  task_bytes_ = static_cast<size_t>(g_.filter_h * g_.filter_w) * sizeof(DepthwiseTapQuant);
  if (!lines_.available()) return;
  task_bytes_ = lines_.scratch_bytes();
  for (size_t c = 0; c < weights_.requantize.start.size(); ++c)
    line_start_.push_back(static_cast<int32_t>(static_cast<uint32_t>(weights_.requantize.start[c]) -
                                               static_cast<uint32_t>(x_zero_ + LineOffset()) *
                                                   static_cast<uint32_t>(lines_.tap_sums()[c])));
}

// What one task does at a time: rows of all images, or with lines the output rows that share them.
int64_t DepthwiseQuant::Bands() const {
  return g_.batch * (lines_.available() ? (g_.out_h + lines_.output_rows() - 1) / lines_.output_rows() : g_.out_h);
}

size_t DepthwiseQuant::scratch_bytes() const {
  int64_t repeated = multiplier_ == 1 ? 0 : element_ * g_.batch * g_.in_h * g_.in_w * g_.out_c;
  return static_cast<size_t>(tasks_) * task_bytes_ + static_cast<size_t>(repeated);
}

// All channels of one output pixel.
void DepthwiseQuant::RunPixel(DepthwiseBlockQuant block, const Dynamic* dynamic, DynamicScale scale,
                              std::byte* y) const {
  static constexpr int32_t kNoSums[kDepthwiseBlock] = {};
  int32_t sums[kDepthwiseBlock];
  for (int64_t c = 0; c < g_.out_c; c += kDepthwiseBlock) {
    block.channel = c;
    block.channels = std::min(kDepthwiseBlock, g_.out_c - c);
    sums_(block, sums);
    if (dynamic) {
      DynamicOutput out = dynamic->out;
      if (out.per_column) out.weight_scales += c;
      if (out.bias) out.bias += c;
      StoreDynamic(out, {sums, &scale}, kNoSums, 0, block.channels, reinterpret_cast<float*>(y) + c);
    } else if (dtype_ == DType::kI16)
      weights_.words.StoreRows(gemm::Words::RowsOf<int32_t>{sums, 1, 0}, c, block.channels,
                               reinterpret_cast<int16_t*>(y) + c, 0);
    else
      weights_.requantize.Store(sums, c, block.channels, 0, y + c);
  }
}

// Output rows [begin, end) of all images; x has out_c channels.
void DepthwiseQuant::RunRows(const std::byte* x, std::byte* y, const Dynamic* dynamic, DepthwiseTapQuant* taps,
                             int64_t begin, int64_t end) const {
  const int64_t pixel = g_.out_c * element_, y_pixel = dynamic ? 4 * g_.out_c : pixel;
  for (int64_t row = begin; row < end; ++row) {
    int64_t image = row / g_.out_h, oh = row % g_.out_h;
    for (const Stretch& s : columns_) {
      int64_t found = 0;
      for (int64_t kh = 0; kh < g_.filter_h; ++kh) {
        int64_t ih = oh * g_.stride_h - g_.pad_top + kh * g_.dilation_h;
        if (ih < 0 || ih >= g_.in_h) continue;
        for (int64_t kw = s.tap_first; kw < s.tap_last; ++kw) {
          int64_t iw = s.first * g_.stride_w - g_.pad_left + kw * g_.dilation_w;
          taps[found++] = {x + ((image * g_.in_h + ih) * g_.in_w + iw) * pixel,
                           weights_.taps.data() + (kh * g_.filter_w + kw) * g_.out_c};
        }
      }
      for (int64_t ow = s.first; ow < s.last; ++ow) {
        DynamicScale scale = dynamic ? dynamic->images[image] : DynamicScale{0, x_zero_};
        RunPixel({taps, found, 0, 0, scale.zero_point}, dynamic, scale, y + (row * g_.out_w + ow) * y_pixel);
        for (int64_t i = 0; i < found; ++i) taps[i].x = static_cast<const std::byte*>(taps[i].x) + g_.stride_w * pixel;
      }
    }
  }
}

// Neighbouring pixels of an output row, whose lines are made.
void DepthwiseQuant::StoreLine(const std::byte* lines, const DepthwiseLines::Pixels& pixels, const Dynamic* dynamic,
                               int64_t image, std::byte* y) const {
  const gemm::Requantize& r = weights_.requantize;
  if (!dynamic && r.in_tiles())
    return lines_.Codes(lines, pixels,
                        {line_start_.data(), r.factor.data(), r.zero_point, r.lo, r.hi, g_.out_c,
                         reinterpret_cast<uint8_t*>(y), g_.out_c});
  int32_t sums[kLinePixels * kLineChannels];
  for (int64_t c = 0; c < g_.out_c; c += kLineChannels) {
    int64_t n = std::min(kLineChannels, g_.out_c - c);
    lines_.Sums(lines, pixels, c, n, sums);
    if (!dynamic) {
      r.StoreRows({sums, pixels.count, kLineChannels}, c, n, 0, y + c, g_.out_c, line_start_.data());
      continue;
    }
    DynamicOutput out = dynamic->out;
    if (out.per_column) out.weight_scales += c;
    if (out.bias) out.bias += c;
    DynamicScale scales[kLinePixels];
    std::fill_n(scales, pixels.count, dynamic->images[image]);
    StoreDynamic(out, {sums, scales, pixels.count, kLineChannels}, lines_.tap_sums().data() + c, LineOffset(), n,
                 reinterpret_cast<float*>(y) + c, g_.out_c);
  }
}

// Bands [begin, end); x has out_c channels.
void DepthwiseQuant::RunLines(const std::byte* x, std::byte* y, const Dynamic* dynamic, std::byte* scratch,
                              int64_t begin, int64_t end) const {
  const int64_t y_pixel = dynamic ? 4 * g_.out_c : g_.out_c, rows = lines_.output_rows();
  const int64_t bands = (g_.out_h + rows - 1) / rows;
  for (int64_t band = begin; band < end; ++band) {
    const int64_t image = band / bands, row = band % bands * rows;
    const auto outside = static_cast<uint8_t>(dynamic ? dynamic->images[image].zero_point : x_zero_);
    const auto* from = reinterpret_cast<const uint8_t*>(x) + image * g_.in_h * g_.in_w * g_.out_c;
    for (int64_t first = 0; first < g_.out_w; first += lines_.stretch()) {
      const int64_t last = std::min(g_.out_w, first + lines_.stretch());
      lines_.Make(from, row, first, last, outside, static_cast<uint8_t>(LineOffset()), scratch);
      for (int64_t r = 0; r < std::min(rows, g_.out_h - row); ++r)
        for (int64_t ow = first; ow < last; ow += kLinePixels)
          StoreLine(scratch, {r, ow - first, std::min(kLinePixels, last - ow)}, dynamic, image,
                    y + ((image * g_.out_h + row + r) * g_.out_w + ow) * y_pixel);
    }
  }
}

void DepthwiseQuant::Run(const void* x, void* y, std::byte* scratch, ThreadPool& pool, const Dynamic* dynamic) const {
  if (g_.batch * g_.out_h * g_.out_w * g_.out_c == 0) return;
  const int64_t bands = Bands();
  const std::byte* from = static_cast<const std::byte*>(x);
  if (multiplier_ != 1) {
    std::byte* repeated = scratch + static_cast<size_t>(tasks_) * task_bytes_;
    pool.ForRange(g_.batch * g_.in_h * g_.in_w * g_.in_c, 4096, [&](int64_t begin, int64_t end) {
      if (element_ == 1)
        RepeatChannels<int8_t>(from, begin, end, multiplier_, repeated);
      else
        RepeatChannels<int16_t>(from, begin, end, multiplier_, repeated);
    });
    from = repeated;
  }
  pool.Run(tasks_, [&](int task) {
    std::byte* own = scratch + static_cast<size_t>(task) * task_bytes_;
    const int64_t begin = bands * task / tasks_, end = bands * (task + 1) / tasks_;
    if (lines_.available())
      RunLines(from, static_cast<std::byte*>(y), dynamic, own, begin, end);
    else
      RunRows(from, static_cast<std::byte*>(y), dynamic, reinterpret_cast<DepthwiseTapQuant*>(own), begin, end);
  });
}

DepthwiseQuant::Weights MakeDepthwiseWeights(const ops::ConvGeometry& g, const Tensor& filter, const Tensor* bias,
                                             const TensorType& x, const TensorType& y, ops::Activation activation,
                                             bool exact) {
  using Rounding = gemm::Requantize::Rounding;
  SignedWeights weights = ToSignedWeights(filter);
  DepthwiseQuant::Weights w;
  for (int8_t code : weights.codes) w.taps.push_back(static_cast<int16_t>(code - weights.zero_point));
  std::vector<int64_t> all_bias = bias ? bias->AsInts() : std::vector<int64_t>(static_cast<size_t>(g.out_c));
  const std::vector<float>& scales = filter.type().quant.scale;
  std::vector<double> factors;
  std::vector<FixedMultiplier> fixed;
  for (size_t c = 0; c < static_cast<size_t>(g.out_c); ++c) {
    double product = ScaleProduct(x.quant.scale[0], scales[scales.size() > 1 ? c : 0], x.dtype == DType::kU8);
    factors.push_back(product / static_cast<double>(y.quant.scale[0]));
    fixed.push_back(QuantizeMultiplier(factors.back()));
    w.requantize.start.push_back(static_cast<int32_t>(all_bias[c]));
  }
  w.words = gemm::Words(gemm::Words::Rounding::kWide, std::move(all_bias), fixed, 0);
  SetFactors(factors, exact ? Rounding::kTwice : Rounding::kNearest, &w.requantize);
  w.requantize.zero_point = static_cast<int32_t>(y.quant.zero_point[0]);
  ops::CodeRange range = ops::QuantizedActivationRange(activation, y.dtype, y.quant);
  w.requantize.lo = range.lo;
  w.requantize.hi = range.hi;
  w.words.lo = range.lo;
  w.words.hi = range.hi;
  return w;
}

DepthwiseQuant::Weights MakeDynamicDepthwiseWeights(const Tensor& filter) {
  SignedWeights weights = ToSignedWeights(filter);
  DepthwiseQuant::Weights w;
  w.taps.assign(weights.codes.begin(), weights.codes.end());
  return w;
}

}  // namespace slipway::interpreter
