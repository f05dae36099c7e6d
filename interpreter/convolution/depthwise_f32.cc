#include "interpreter/convolution/depthwise_f32.h"

#include <algorithm>

#include "base/cpu.h"
#include "interpreter/convolution/depthwise_f32_tile.h"

namespace slipway::interpreter {

namespace {

using RunTile = void (*)(const DepthwiseTileF32&);

RunTile BestTile() {
#if defined(__x86_64__)
  if (CpuIsa() == Isa::kAvx512) return DepthwiseF32Avx512;
  if (CpuIsa() == Isa::kAvx2) return DepthwiseF32Avx2;
#endif
  return DepthwiseF32Portable;
}

}  // namespace

std::vector<Stretch> Stretches(int64_t in, int64_t out, int64_t filter, int64_t stride, int64_t dilation, int64_t pad) {
  std::vector<Stretch> all;
  for (int64_t o = 0; o < out; ++o) {
    int64_t origin = o * stride - pad;
    int64_t first = origin >= 0 ? 0 : std::min(filter, (-origin + dilation - 1) / dilation);
    int64_t last = origin >= in ? first : std::clamp((in - 1 - origin) / dilation + 1, first, filter);
    if (!all.empty() && all.back().tap_first == first && all.back().tap_last == last)
      ++all.back().last;
    else
      all.push_back({o, o + 1, first, last});
  }
  return all;
}

DepthwiseF32::DepthwiseF32(const ops::ConvGeometry& geometry, int threads)
    : g_(geometry),
      multiplier_(g_.in_c ? g_.out_c / g_.in_c : 1),
      columns_(Stretches(g_.in_w, g_.out_w, g_.filter_w, g_.stride_w, g_.dilation_w, g_.pad_left)) {
  int64_t rows = g_.batch * g_.out_h, work = rows * g_.out_w * g_.out_c * g_.filter_h * g_.filter_w;
  tasks_ = threads > 1 && work > (32 << 10) ? static_cast<int>(std::min<int64_t>(rows, 4 * threads)) : 1;
}

size_t DepthwiseF32::scratch_bytes() const {
  size_t repeated = multiplier_ == 1 ? 0 : 4 * static_cast<size_t>(g_.batch * g_.in_h * g_.in_w * g_.out_c);
  return static_cast<size_t>(tasks_ * g_.filter_h * g_.filter_w) * sizeof(DepthwiseTapF32) + repeated;
}

// Output rows [begin, end) of all images.
void DepthwiseF32::RunRows(const DepthwiseTileF32& like, const float* x, const float* filter, float* y,
                           DepthwiseTapF32* taps, int64_t begin, int64_t end) const {
  const RunTile run = BestTile();
  DepthwiseTileF32 t = like;
  t.taps = taps;
  for (int64_t row = begin; row < end; ++row) {
    int64_t image = row / g_.out_h, oh = row % g_.out_h;
    for (const Stretch& s : columns_) {
      t.num_taps = 0;
      for (int64_t kh = 0; kh < g_.filter_h; ++kh) {
        int64_t ih = oh * g_.stride_h - g_.pad_top + kh * g_.dilation_h;
        if (ih < 0 || ih >= g_.in_h) continue;
        for (int64_t kw = s.tap_first; kw < s.tap_last; ++kw) {
          int64_t iw = s.first * g_.stride_w - g_.pad_left + kw * g_.dilation_w;
          taps[t.num_taps++] = {x + ((image * g_.in_h + ih) * g_.in_w + iw) * t.channels,
                                filter + (kh * g_.filter_w + kw) * t.channels};
        }
      }
      t.pixels = s.last - s.first;
      t.y = y + (row * g_.out_w + s.first) * t.channels;
      run(t);
    }
  }
}

void DepthwiseF32::Run(const float* x, const float* filter, const float* bias, float lo, float hi, float* y,
                       std::byte* scratch, ThreadPool& pool) const {
  if (g_.batch * g_.out_h * g_.out_w * g_.out_c == 0) return;
  auto* taps = reinterpret_cast<DepthwiseTapF32*>(scratch);
  int64_t num_taps = g_.filter_h * g_.filter_w;
  if (multiplier_ != 1) {
    float* repeated = reinterpret_cast<float*>(taps + tasks_ * num_taps);
    pool.ForRange(g_.batch * g_.in_h * g_.in_w * g_.in_c, 4096, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) std::fill_n(repeated + i * multiplier_, multiplier_, x[i]);
    });
    x = repeated;
  }
  DepthwiseTileF32 like{};
  like.x_pixel = g_.stride_w * g_.out_c;
  like.y_pixel = like.channels = g_.out_c;
  like.bias = bias;
  like.lo = lo;
  like.hi = hi;
  int64_t rows = g_.batch * g_.out_h;
  pool.Run(tasks_, [&](int task) {
    RunRows(like, x, filter, y, taps + task * num_taps, rows * task / tasks_, rows * (task + 1) / tasks_);
  });
}

}  // namespace slipway::interpreter
