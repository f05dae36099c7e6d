#include "interpreter/convolution/conv_f32.h"

#include <algorithm>
#include <cstring>

#include "interpreter/convolution/span.h"

namespace slipway::interpreter {

using gemm::SegmentF32;
using gemm::TileF32;
using ops::ConvGeometry;

namespace {

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

// [N, H, 1, C] with an h x 1 window is the same as [N, 1, H, C] with a 1 x h window, whose rows are longer.
ConvGeometry Widened(ConvGeometry g) {
  if (g.in_w != 1 || g.filter_w != 1 || g.out_w != 1) return g;
  std::swap(g.in_h, g.in_w);
  std::swap(g.filter_h, g.filter_w);
  std::swap(g.out_h, g.out_w);
  std::swap(g.stride_h, g.stride_w);
  std::swap(g.dilation_h, g.dilation_w);
  std::swap(g.pad_top, g.pad_left);
  return g;
}

bool IsPlain(const ConvGeometry& g) {
  return g.groups() == 1 && g.filter_h == 1 && g.filter_w == 1 && g.in_h == g.out_h && g.in_w == g.out_w &&
         g.pad_top == 0 && g.pad_left == 0 && g.stride_h == 1 && g.stride_w == 1;
}

}  // namespace

struct ConvF32::Call {
  const float* x;
  const float* packed;
  const float* bias;
  float lo, hi;
  float* y;
  std::byte* scratch;
};

ConvF32::ConvF32(const ConvGeometry& geometry, ops::FilterLayout layout, int threads)
    : tiles_(gemm::BestTilesF32()), g_(Widened(geometry)), layout_(layout) {
  groups_ = std::max<int64_t>(1, g_.groups());
  group_out_ = g_.out_c / groups_;
  depth_ = g_.filter_h * g_.filter_w * g_.filter_c;
  group_packed_ = gemm::PackedElementsF32(tiles_, depth_, group_out_);
  mode_ = IsPlain(g_) ? Mode::kPlain : g_.out_w * 2 < tiles_.rows ? Mode::kGather : Mode::kSpans;
  merged_ = groups_ == 1 && g_.dilation_w == 1;

  units_ = mode_ == Mode::kSpans ? g_.batch * g_.out_h : 1;
  unit_pixels_ = mode_ == Mode::kSpans ? g_.out_w : g_.batch * g_.out_h * g_.out_w;
  tiles_per_unit_ = CeilDiv(unit_pixels_, tiles_.rows);
  tile_rows_ = tiles_per_unit_ ? CeilDiv(unit_pixels_, tiles_per_unit_) : 1;

  columns_ = gemm::CachedColumnsF32(tiles_, depth_, group_out_);
  int64_t all_tiles = units_ * tiles_per_unit_;
  int64_t wanted = threads > 1 && all_tiles * tile_rows_ * depth_ * g_.out_c > (32 << 10) ? 4 * threads : 1;
  bands_ = std::max<int64_t>(1, std::min(wanted, all_tiles));
  int64_t column_tasks = std::min(CeilDiv(wanted, bands_), std::max<int64_t>(1, CeilDiv(group_out_, tiles_.columns)));
  if (column_tasks > 1) {
    int64_t panels = CeilDiv(group_out_, tiles_.columns);
    columns_ = std::min(columns_, CeilDiv(panels, column_tasks) * tiles_.columns);
  }
  column_blocks_ = std::max<int64_t>(1, CeilDiv(group_out_, std::max<int64_t>(columns_, 1)));
  tasks_ = static_cast<int>(bands_ * std::min(column_tasks, column_blocks_));

  int64_t span_pixels = (tile_rows_ - 1) * g_.stride_w + (g_.filter_w - 1) * g_.dilation_w + 1;
  span_row_ = mode_ == Mode::kSpans ? span_pixels * g_.in_c : 0;
  int64_t copied = mode_ == Mode::kSpans ? g_.filter_h * span_row_ : mode_ == Mode::kGather ? tile_rows_ * depth_ : 0;
  int64_t segments = mode_ == Mode::kSpans ? g_.filter_h * (merged_ ? 1 : g_.filter_w) : 1;
  size_t bytes =
      static_cast<size_t>(segments) * (sizeof(SegmentF32) + sizeof(int64_t)) + 4 * static_cast<size_t>(copied);
  task_bytes_ = (bytes + 63) / 64 * 64;
}

void ConvF32::PackFilter(const float* filter, float* packed, ThreadPool* pool) const {
  bool tf = layout_ == ops::FilterLayout::kTf;
  int64_t panels = CeilDiv(group_out_, tiles_.columns);
  auto pack = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t group = i / panels, first = i % panels * tiles_.columns;
      const float* from = filter + group * group_out_ * (tf ? 1 : depth_);
      gemm::PackF32(tiles_, from, tf ? g_.out_c : 1, tf ? 1 : depth_, depth_, group_out_, first,
                    std::min(group_out_, first + tiles_.columns), packed + group * group_packed_);
    }
  };
  if (pool)
    pool->ForRange(groups_ * panels, 1, pack);
  else
    pack(0, groups_ * panels);
}

void ConvF32::Run(const float* x, const float* packed, const float* bias, float lo, float hi, float* y,
                  std::byte* scratch, ThreadPool& pool) const {
  if (g_.batch * g_.out_h * g_.out_w * g_.out_c == 0) return;
  Call call{x, packed, bias, lo, hi, y, scratch};
  pool.Run(tasks_, [&](int task) { RunTask(call, task); });
}

// A task is a band of tiles and, when there are few tiles, a share of the column blocks.
void ConvF32::RunTask(const Call& call, int task) const {
  int64_t all_tiles = units_ * tiles_per_unit_, column_tasks = tasks_ / bands_;
  int64_t band = task % bands_, share = task / bands_;
  int64_t begin = all_tiles * band / bands_, end = all_tiles * (band + 1) / bands_;
  std::byte* scratch = call.scratch + static_cast<size_t>(task) * task_bytes_;
  for (int64_t group = 0; group < groups_; ++group)
    for (int64_t block = column_blocks_ * share / column_tasks; block < column_blocks_ * (share + 1) / column_tasks;
         ++block) {
      int64_t col0 = block * columns_, col1 = std::min(group_out_, col0 + columns_);
      for (int64_t i = begin; i < end; ++i)
        RunTile(call, i / tiles_per_unit_, i % tiles_per_unit_, group, col0, col1, scratch);
    }
}

// Runs the tile against the panels of [col0, col1). depths[s] is where segment s begins in the reduction.
void ConvF32::Panels(const Call& call, TileF32& t, SegmentF32* segments, const int64_t* depths, int64_t rows, float* y,
                     int64_t group, int64_t col0, int64_t col1) const {
  t.segments = segments;
  t.a_k = 1;
  t.c_row = g_.out_c;
  t.lo = call.lo;
  t.hi = call.hi;
  for (int64_t j = col0; j < col1; j += tiles_.columns) {
    const float* panel = call.packed + group * group_packed_ + j * depth_;
    t.b_k = gemm::PanelWidth(tiles_, group_out_, j);
    for (int64_t s = 0; s < t.num_segments; ++s) segments[s].b = panel + depths[s] * t.b_k;
    t.columns = std::min<int64_t>(tiles_.columns, group_out_ - j);
    t.c = y + group * group_out_ + j;
    t.bias = call.bias ? call.bias + group * group_out_ + j : nullptr;
    tiles_.row_major[rows](t);
  }
}

namespace {

// Copies one window (channels [c0, c0 + filter_c) of each element) to `to`, with zeros outside of the input.
void CopyWindow(const ConvGeometry& g, const float* image, int64_t oh, int64_t ow, int64_t c0, float* to) {
  for (int64_t kh = 0; kh < g.filter_h; ++kh) {
    int64_t ih = oh * g.stride_h - g.pad_top + kh * g.dilation_h;
    for (int64_t kw = 0; kw < g.filter_w; ++kw, to += g.filter_c) {
      int64_t iw = ow * g.stride_w - g.pad_left + kw * g.dilation_w;
      if (ih >= 0 && ih < g.in_h && iw >= 0 && iw < g.in_w)
        std::memcpy(to, image + (ih * g.in_w + iw) * g.in_c + c0, 4 * static_cast<size_t>(g.filter_c));
      else
        std::fill(to, to + g.filter_c, 0.0f);
    }
  }
}

}  // namespace

void ConvF32::RunTile(const Call& call, int64_t unit, int64_t tile, int64_t group, int64_t col0, int64_t col1,
                      std::byte* scratch) const {
  int64_t first = tile * tile_rows_, rows = std::min(tile_rows_, unit_pixels_ - first);
  TileF32 t{};
  if (mode_ != Mode::kSpans) {
    SegmentF32 segment{call.x + first * g_.in_c, nullptr, depth_};
    t.a_row = g_.in_c;
    if (mode_ == Mode::kGather) {
      float* windows = reinterpret_cast<float*>(scratch);
      for (int64_t r = 0; r < rows; ++r) {
        int64_t pixel = first + r, image = pixel / (g_.out_h * g_.out_w);
        CopyWindow(g_, call.x + image * g_.in_h * g_.in_w * g_.in_c, pixel / g_.out_w % g_.out_h, pixel % g_.out_w,
                   group * g_.filter_c, windows + r * depth_);
      }
      segment.a = windows;
      t.a_row = depth_;
    }
    t.num_segments = 1;
    int64_t depth0 = 0;
    Panels(call, t, &segment, &depth0, rows, call.y + first * g_.out_c, group, col0, col1);
    return;
  }
  int64_t taps_w = merged_ ? 1 : g_.filter_w;
  auto* segments = reinterpret_cast<SegmentF32*>(scratch);
  auto* depths = reinterpret_cast<int64_t*>(segments + g_.filter_h * taps_w);
  float* spans = reinterpret_cast<float*>(depths + g_.filter_h * taps_w);
  int64_t image = unit / g_.out_h, oh = unit % g_.out_h;
  int64_t iw0 = first * g_.stride_w - g_.pad_left;
  int64_t pixels = (rows - 1) * g_.stride_w + (g_.filter_w - 1) * g_.dilation_w + 1;
  bool inside = iw0 >= 0 && iw0 + pixels <= g_.in_w;
  for (int64_t kh = 0; kh < g_.filter_h; ++kh) {
    int64_t ih = oh * g_.stride_h - g_.pad_top + kh * g_.dilation_h;
    if (ih < 0 || ih >= g_.in_h) continue;
    const float* row = call.x + (image * g_.in_h + ih) * g_.in_w * g_.in_c;
    const float* a = row + iw0 * g_.in_c;
    if (!inside) {
      float* span = spans + kh * span_row_;
      CopySpan(row, g_.in_w, g_.in_c, iw0, pixels, span);
      a = span;
    }
    for (int64_t kw = 0; kw < taps_w; ++kw) {
      depths[t.num_segments] = (kh * g_.filter_w + kw) * g_.filter_c;
      segments[t.num_segments++] = {a + kw * g_.dilation_w * g_.in_c + group * g_.filter_c, nullptr,
                                    merged_ ? g_.filter_w * g_.filter_c : g_.filter_c};
    }
  }
  t.a_row = g_.stride_w * g_.in_c;
  Panels(call, t, segments, depths, rows, call.y + (unit * g_.out_w + first) * g_.out_c, group, col0, col1);
}

}  // namespace slipway::interpreter
