#include "interpreter/convolution/transpose_conv_f32.h"

#include <algorithm>
#include <cstring>

#include "interpreter/convolution/span.h"
#include "interpreter/gemm/tasks.h"

namespace slipway::interpreter {

using gemm::SegmentF32;
using gemm::TileF32;

namespace {

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

}  // namespace

struct TransposeConvF32::Call {
  const float* x;
  const float* packed;
  const float* bias;
  float lo, hi;
  float* y;
  std::byte* scratch;
};

TransposeConvF32::TransposeConvF32(const ops::ConvGeometry& geometry, const ops::FilterDims& filter,
                                   ops::FilterLayout layout, int64_t groups, int threads)
    : tiles_(gemm::BestTilesF32()), g_(geometry), layout_(layout), groups_(groups) {
  group_in_ = filter.in / groups;
  group_out_ = filter.out;
  depth_ = g_.filter_h * g_.filter_w * group_in_;
  group_packed_ = gemm::PackedElementsF32(tiles_, depth_, group_out_);
  int64_t rows = g_.batch * g_.in_h, work = rows * g_.in_w * group_out_ * depth_;
  tasks_ = static_cast<int>(std::clamp<int64_t>(rows, 1, gemm::TasksFor(threads, work, 32 << 10)));
  span_row_ = (tiles_.rows + (g_.filter_w - 1) * g_.dilation_w / g_.stride_w + 1) * g_.out_c;
  size_t segments = static_cast<size_t>(g_.filter_h * g_.filter_w);
  size_t bytes = segments * (sizeof(SegmentF32) + sizeof(int64_t)) + 4 * static_cast<size_t>(g_.filter_h * span_row_);
  task_bytes_ = (bytes + 63) / 64 * 64;
}

// Rows of the packed matrix are (kh, kw, channel of x); each tap is packed on its own.
void TransposeConvF32::PackFilter(const float* filter, float* packed, ThreadPool* pool) const {
  bool tf = layout_ == ops::FilterLayout::kTf;
  int64_t taps = g_.filter_h * g_.filter_w, all_in = groups_ * group_in_;
  int64_t panels = CeilDiv(group_out_, tiles_.columns);
  auto pack = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t group = i / panels, first = i % panels * tiles_.columns;
      for (int64_t tap = 0; tap < taps; ++tap) {
        const float* from = filter + tap * (tf ? group_out_ : 1) * all_in + group * group_in_;
        gemm::PackRowsF32(tiles_, from, 1, tf ? all_in : taps * all_in, depth_, tap * group_in_, group_in_, group_out_,
                          first, std::min(group_out_, first + tiles_.columns), packed + group * group_packed_);
      }
    }
  };
  if (pool)
    pool->ForRange(groups_ * panels, 1, pack);
  else
    pack(0, groups_ * panels);
}

void TransposeConvF32::Run(const float* x, const float* packed, const float* bias, float lo, float hi, float* y,
                           std::byte* scratch, ThreadPool& pool) const {
  if (g_.batch * g_.in_h * g_.in_w * g_.in_c == 0) return;
  Call call{x, packed, bias, lo, hi, y, scratch};
  int64_t rows = g_.batch * g_.in_h;
  pool.Run(tasks_, [&](int task) {
    for (int64_t row = rows * task / tasks_; row < rows * (task + 1) / tasks_; ++row)
      for (int64_t first = 0; first < std::min(g_.stride_w, g_.in_w); ++first)
        RunStretch(call, row, first, scratch + static_cast<size_t>(task) * task_bytes_);
  });
}

// The segments of a tile; `base` is the column of x that its first row reads through a tap at offset 0.
int64_t TransposeConvF32::FindSegments(const Call& call, int64_t row, int64_t residue, int64_t base, int64_t rows,
                                       float* spans, SegmentF32* segments, int64_t* depths) const {
  int64_t image = row / g_.in_h, ih = row % g_.in_h, found = 0;
  int64_t channels = g_.out_c;
  int64_t last_kw = -1, first_kw = -1;  // the taps of this residue
  for (int64_t kw = 0; kw < g_.filter_w; ++kw)
    if (kw * g_.dilation_w % g_.stride_w == residue) {
      if (first_kw < 0) first_kw = kw;
      last_kw = kw;
    }
  if (first_kw < 0) return 0;
  int64_t lowest = base - last_kw * g_.dilation_w / g_.stride_w,
          highest = base - first_kw * g_.dilation_w / g_.stride_w;
  if (highest + rows <= 0 || lowest >= g_.out_w) return 0;
  bool inside = lowest >= 0 && highest + rows <= g_.out_w;
  for (int64_t kh = 0; kh < g_.filter_h; ++kh) {
    int64_t at = ih + g_.pad_top - kh * g_.dilation_h;
    if (at < 0 || at % g_.stride_h != 0 || at / g_.stride_h >= g_.out_h) continue;
    const float* x_row = call.x + (image * g_.out_h + at / g_.stride_h) * g_.out_w * channels;
    const float* from = x_row + lowest * channels;
    if (!inside) {
      float* span = spans + kh * span_row_;
      CopySpan(x_row, g_.out_w, channels, lowest, highest - lowest + rows, span);
      from = span;
    }
    for (int64_t kw = first_kw; kw <= last_kw; ++kw) {
      if (kw * g_.dilation_w % g_.stride_w != residue) continue;
      int64_t ow = base - kw * g_.dilation_w / g_.stride_w;
      depths[found] = (kh * g_.filter_w + kw) * group_in_;
      segments[found++] = {from + (ow - lowest) * channels, nullptr, group_in_};
    }
  }
  return found;
}

// y's pixels iw = first + j * stride of one row: with residue = (first + pad) % stride, tap kw reads the column
// (iw + pad - kw * dilation) / stride = base + j - kw * dilation / stride of x.
void TransposeConvF32::RunStretch(const Call& call, int64_t row, int64_t first, std::byte* scratch) const {
  auto* segments = reinterpret_cast<SegmentF32*>(scratch);
  auto* depths = reinterpret_cast<int64_t*>(segments + g_.filter_h * g_.filter_w);
  float* spans = reinterpret_cast<float*>(depths + g_.filter_h * g_.filter_w);
  int64_t stride = g_.stride_w;
  int64_t residue = ((first + g_.pad_left) % stride + stride) % stride;
  int64_t pixels = CeilDiv(g_.in_w - first, stride);
  int64_t tile_rows = gemm::TileRowsF32(tiles_, pixels, g_.out_c);
  TileF32 t{};
  t.a_row = g_.out_c;
  t.a_k = 1;
  t.b_k = tiles_.columns;
  t.b_panel = depth_ * tiles_.columns;
  t.columns = group_out_;
  t.c_row = stride * g_.in_c;
  t.lo = call.lo;
  t.hi = call.hi;
  t.segments = segments;
  for (int64_t j = 0; j < pixels; j += tile_rows) {
    int64_t rows = std::min(tile_rows, pixels - j);
    // first + pad - residue is a multiple of the stride.
    int64_t base = (first + g_.pad_left - residue) / stride + j;
    t.num_segments = FindSegments(call, row, residue, base, rows, spans, segments, depths);
    float* y = call.y + (row * g_.in_w + first + j * stride) * g_.in_c;
    for (int64_t group = 0; group < groups_; ++group) {
      const float* panel = call.packed + group * group_packed_;
      for (int64_t s = 0; s < t.num_segments; ++s) segments[s].b = panel + depths[s] * t.b_k;
      t.c = y + group * group_out_;
      t.bias = call.bias ? call.bias + group * group_out_ : nullptr;
      tiles_.row_major[rows](t);
      for (int64_t s = 0; s < t.num_segments; ++s) segments[s].a += group_in_;
    }
  }
}

}  // namespace slipway::interpreter
