#include "interpreter/bfloat16/product.h"

#include <algorithm>
#include <cstring>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "base/cpu.h"
#include "interpreter/gemm/tasks.h"

namespace slipway::interpreter {

namespace {

constexpr int64_t kCacheBytes = 384 << 10;  // of the second-level cache, for gathered windows

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }
int64_t RoundUp(int64_t a, int64_t to) { return CeilDiv(a, to) * to; }

}  // namespace

static const TilesBf16* DetectTiles() {
#if defined(__x86_64__)
  constexpr unsigned kVectors = 1u << 5, kTiles = 1u << 22;
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (!IsaIs(CpuIsa(), Isa::kAvx512) || !__get_cpuid_count(7, 1, &a, &b, &c, &d) || !(a & kVectors)) return nullptr;
  if (CpuIsa() == Isa::kAmx && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (d & kTiles)) return &kTilesBf16Amx;
  // Intel's vectors multiply pairs at half the rate of single f32.
  return __builtin_cpu_is("intel") ? nullptr : &kTilesBf16Avx512;
#else
  return nullptr;
#endif
}

const TilesBf16* BestTilesBf16() {
  static const TilesBf16* const tiles = DetectTiles();
  return tiles;
}

ProductBf16::ProductBf16(const TilesBf16& tiles, const ops::ConvGeometry& g, ops::FilterLayout layout,
                         const float* filter, int threads)
    : tiles_(tiles),
      g_(g),
      pixels_(g.batch * g.out_h * g.out_w),
      window_(g.filter_h * g.filter_w * g.in_c),
      depth_(RoundUp(window_, kDepthStepBf16)) {
  Pack(layout, filter);
  Cut(threads);
}

void ProductBf16::Pack(ops::FilterLayout layout, const float* filter) {
  const bool tf = layout == ops::FilterLayout::kTf;
  const int64_t panels = CeilDiv(g_.out_c, kPanelBf16), row = tf ? g_.out_c : 1, column = tf ? 1 : window_;
  packed_ = Buffer::Allocate(std::max<size_t>(64, 2 * static_cast<size_t>(panels * kPanelBf16 * depth_)));
  auto* to = reinterpret_cast<uint16_t*>(packed_.mutable_data());
  std::memset(to, 0, packed_.size());
  float pairs[2 * kPanelBf16];
  for (int64_t j0 = 0; j0 < panels * kPanelBf16; j0 += kPanelBf16)
    for (int64_t k = 0; k < depth_; k += 2, to += 2 * kPanelBf16) {
      if (k >= window_) continue;
      for (int64_t j = 0; j < kPanelBf16; ++j)
        for (int64_t i = 0; i < 2; ++i)
          pairs[2 * j + i] = j0 + j < g_.out_c && k + i < window_ ? filter[(k + i) * row + (j0 + j) * column] : 0.0f;
      tiles_.round(pairs, 2 * kPanelBf16, to);
    }
}

void ProductBf16::Cut(int threads) {
  const int64_t wanted = gemm::TasksFor(threads, pixels_ * window_ * g_.out_c, 256 << 10);
  bands_ = std::max<int64_t>(1, std::min(wanted, pixels_ / kRowStepBf16));
  shares_ = std::max<int64_t>(1, std::min(CeilDiv(wanted, bands_), CeilDiv(g_.out_c, 2 * kPanelBf16)));
  chunk_ = std::max<int64_t>(1, kCacheBytes / (2 * depth_) / kRowStepBf16) * kRowStepBf16;
  chunk_ = std::min(chunk_, RoundUp(CeilDiv(pixels_, bands_), kRowStepBf16));
  task_bytes_ = 2 * static_cast<size_t>(chunk_ * depth_);
}

// One window of x, rounded; beyond the image and beyond the window it is 0.
void ProductBf16::Gather(const float* x, int64_t pixel, uint16_t* to) const {
  const int64_t image = pixel / (g_.out_h * g_.out_w), oh = pixel / g_.out_w % g_.out_h, ow = pixel % g_.out_w;
  const int64_t top = oh * g_.stride_h - g_.pad_top, left = ow * g_.stride_w - g_.pad_left;
  const ops::PlacesInside rows(top, g_.dilation_h, g_.filter_h, g_.in_h),
      columns(left, g_.dilation_w, g_.filter_w, g_.in_w);
  const int64_t count = std::max<int64_t>(0, columns.end - columns.first);
  if (count * std::max<int64_t>(0, rows.end - rows.first) < g_.filter_h * g_.filter_w)
    std::memset(to, 0, 2 * static_cast<size_t>(window_));
  std::memset(to + window_, 0, 2 * static_cast<size_t>(depth_ - window_));
  if (count == 0) return;
  for (int64_t kh = rows.first; kh < rows.end; ++kh) {
    const int64_t ih = top + kh * g_.dilation_h, iw = left + columns.first * g_.dilation_w;
    const float* from = x + ((image * g_.in_h + ih) * g_.in_w + iw) * g_.in_c;
    uint16_t* line = to + (kh * g_.filter_w + columns.first) * g_.in_c;
    if (g_.dilation_w == 1) {
      tiles_.round(from, count * g_.in_c, line);
      continue;
    }
    for (int64_t i = 0; i < count; ++i) tiles_.round(from + i * g_.dilation_w * g_.in_c, g_.in_c, line + i * g_.in_c);
  }
}

void ProductBf16::Run(const float* x, const float* bias, float lo, float hi, float* y, std::byte* scratch,
                      ThreadPool& pool) const {
  if (pixels_ * g_.out_c == 0) return;
  const int64_t pairs = CeilDiv(g_.out_c, 2 * kPanelBf16);
  pool.Run(static_cast<int>(bands_ * shares_), [&](int task) {
    const int64_t band = task % bands_, share = task / bands_;
    const int64_t begin = pixels_ * band / bands_, end = pixels_ * (band + 1) / bands_;
    const int64_t column = pairs * share / shares_ * 2 * kPanelBf16;
    auto* windows = reinterpret_cast<uint16_t*>(scratch + static_cast<size_t>(task) * task_bytes_);
    TileBf16 t{};
    t.a = windows;
    t.a_row = t.depth = depth_;
    t.b = reinterpret_cast<const uint16_t*>(packed_.data()) + column * depth_;
    t.c_row = g_.out_c;
    t.columns = std::min(g_.out_c, pairs * (share + 1) / shares_ * 2 * kPanelBf16) - column;
    t.bias = bias ? bias + column : nullptr;
    t.lo = lo;
    t.hi = hi;
    for (int64_t first = begin; first < end; first += chunk_) {
      const int64_t rows = std::min(chunk_, end - first);
      for (int64_t r = 0; r < rows; ++r) Gather(x, first + r, windows + r * depth_);
      t.c = y + first * g_.out_c + column;
      tiles_.run(t, rows);
    }
  });
}

}  // namespace slipway::interpreter
