#include "interpreter/convolution/depthwise_f32.h"

#include <algorithm>
#include <iterator>

#include "base/cpu.h"
#include "interpreter/convolution/depthwise_f32_tile.h"
#include "interpreter/gemm/tasks.h"

namespace slipway::interpreter {

namespace {

using RunTile = void (*)(const DepthwiseTileF32&);

RunTile BestTile() {
#if defined(__x86_64__)
  if (IsaIs(CpuIsa(), Isa::kAvx512)) return DepthwiseF32Avx512;
  if (IsaIs(CpuIsa(), Isa::kAvx2)) return DepthwiseF32Avx2;
#endif
  return DepthwiseF32Portable;
}

const DepthwiseWindowsF32* BestWindows() {
#if defined(__x86_64__)
  if (IsaIs(CpuIsa(), Isa::kAvx512)) return &kDepthwiseWindowsF32Avx512;
  if (IsaIs(CpuIsa(), Isa::kAvx2)) return &kDepthwiseWindowsF32Avx2;
#elif defined(__aarch64__)
  if (CpuIsa() != Isa::kPortable) return &kDepthwiseWindowsF32Neon;
#endif
  return nullptr;
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
  FindWindows();
  int64_t rows = g_.batch * g_.out_h, work = rows * g_.out_w * g_.out_c * g_.filter_h * g_.filter_w;
  tasks_ = static_cast<int>(std::clamp<int64_t>(rows, 1, gemm::TasksFor(threads, work, 32 << 10)));
}

// Those pixels whose multiple is nearest to the width; the last window of a row begins early.
void DepthwiseF32::FindWindows() {
  const DepthwiseWindowsF32* all = BestWindows();
  const int64_t filter = g_.filter_h, stride = g_.stride_h;
  if (!all || (filter != 3 && filter != 5) || g_.filter_w != filter || (stride != 1 && stride != 2) ||
      g_.stride_w != stride || g_.dilation_h != 1 || g_.dilation_w != 1 || multiplier_ != 1)
    return;
  // At most filter - 1 columns of padding at either side.
  if (g_.pad_left >= filter || (g_.out_w - 1) * stride - g_.pad_left >= g_.in_w) return;
  int64_t computed = 0;
  for (int i = 0; i < static_cast<int>(std::size(kWindowPixels)); ++i) {
    int64_t pixels = kWindowPixels[i], windows = (g_.out_w + pixels - 1) / pixels;
    if (pixels > g_.out_w || (window_pixels_ && windows * pixels > computed)) continue;
    computed = windows * pixels;
    window_pixels_ = pixels;
    windows_ = all->run[filter == 5][stride == 2][i];
  }
}

size_t DepthwiseF32::scratch_bytes() const {
  size_t repeated = multiplier_ == 1 ? 0 : 4 * static_cast<size_t>(g_.batch * g_.in_h * g_.in_w * g_.out_c);
  return static_cast<size_t>(tasks_ * g_.filter_h * g_.filter_w) * sizeof(DepthwiseTapF32) + repeated;
}

struct DepthwiseF32::Call {
  const float* x;
  const float* filter;
  const float* bias;
  float lo, hi;
  float* y;
};

// Output rows [begin, end) of all images.
void DepthwiseF32::RunWindows(const Call& call, int64_t begin, int64_t end) const {
  DepthwiseWindowF32 t{};
  t.w = call.filter;
  t.bias = call.bias;
  t.lo = call.lo;
  t.hi = call.hi;
  t.channels = g_.out_c;
  t.y_row = g_.out_w * t.channels;
  const int64_t width = (window_pixels_ - 1) * g_.stride_w + g_.filter_w;
  for (int64_t row = begin, rows; row < end; row += rows) {
    int64_t image = row / g_.out_h, ih0 = row % g_.out_h * g_.stride_h - g_.pad_top;
    rows = windows_[1] && row + 1 < end && row % g_.out_h + 1 < g_.out_h ? 2 : 1;
    for (int64_t left = 0; left < g_.out_w; left += window_pixels_) {
      int64_t ow = std::min(left, g_.out_w - window_pixels_), iw = ow * g_.stride_w - g_.pad_left;
      t.first = std::max<int64_t>(0, -iw);
      t.last = std::min(width, g_.in_w - iw);
      for (int64_t i = 0; i < (rows - 1) * g_.stride_h + g_.filter_h; ++i) {
        int64_t ih = ih0 + i;
        bool inside = ih >= 0 && ih < g_.in_h;
        t.x[i] = inside ? call.x + ((image * g_.in_h + ih) * g_.in_w + iw + t.first) * t.channels : nullptr;
      }
      t.y = call.y + (row * g_.out_w + ow) * t.channels;
      windows_[rows - 1](t);
    }
  }
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
  int64_t rows = g_.batch * g_.out_h;
  if (windows_) {
    Call call{x, filter, bias, lo, hi, y};
    return pool.Run(tasks_, [&](int task) { RunWindows(call, rows * task / tasks_, rows * (task + 1) / tasks_); });
  }
  DepthwiseTileF32 like{};
  like.x_pixel = g_.stride_w * g_.out_c;
  like.y_pixel = like.channels = g_.out_c;
  like.bias = bias;
  like.lo = lo;
  like.hi = hi;
  pool.Run(tasks_, [&](int task) {
    RunRows(like, x, filter, y, taps + task * num_taps, rows * task / tasks_, rows * (task + 1) / tasks_);
  });
}

}  // namespace slipway::interpreter
