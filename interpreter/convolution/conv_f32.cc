#include "interpreter/convolution/conv_f32.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "interpreter/convolution/span.h"
#include "interpreter/gemm/tasks.h"

namespace slipway::interpreter {

using gemm::SegmentF32;
using gemm::TileF32;
using ops::ConvGeometry;

namespace {

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }
size_t Aligned(size_t bytes) { return (bytes + 63) / 64 * 64; }

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
  if (mode_ == Mode::kPlain)
    CutPlain(threads);
  else
    CutTiles(threads);
}

void ConvF32::CutPlain(int threads) {
  grid_ = gemm::MakeGridF32(tiles_, g_.batch * g_.out_h * g_.out_w, g_.out_c, depth_, threads);
  tasks_ = grid_.tasks();
}

void ConvF32::CutTiles(int threads) {
  units_ = mode_ == Mode::kSpans ? g_.batch * g_.out_h : 1;
  unit_pixels_ = mode_ == Mode::kSpans ? g_.out_w : g_.batch * g_.out_h * g_.out_w;
  tile_rows_ = gemm::TileRowsF32(tiles_, unit_pixels_, mode_ == Mode::kGather ? 0 : g_.stride_w * g_.in_c);
  tiles_per_unit_ = CeilDiv(unit_pixels_, tile_rows_);

  columns_ = gemm::CachedColumnsF32(tiles_, depth_, group_out_);
  int64_t all_tiles = units_ * tiles_per_unit_;
  const int64_t wanted = gemm::TasksFor(threads, all_tiles * tile_rows_ * depth_ * g_.out_c, 32 << 10);
  bands_ = std::max<int64_t>(1, std::min(wanted, all_tiles));
  int64_t column_tasks = std::min(CeilDiv(wanted, bands_), std::max<int64_t>(1, CeilDiv(group_out_, tiles_.columns)));
  if (column_tasks > 1) {
    int64_t panels = CeilDiv(group_out_, tiles_.columns);
    columns_ = std::min(columns_, CeilDiv(panels, column_tasks) * tiles_.columns);
  }
  column_blocks_ = std::max<int64_t>(1, CeilDiv(group_out_, std::max<int64_t>(columns_, 1)));
  tasks_ = static_cast<int>(bands_ * std::min(column_tasks, column_blocks_));

  span_row_ = mode_ == Mode::kSpans ? Pixels(tile_rows_) * g_.in_c : 0;
  int64_t copied = mode_ == Mode::kSpans ? g_.filter_h * span_row_ : tile_rows_ * depth_;
  int64_t segments = mode_ == Mode::kSpans ? g_.filter_h * (merged_ ? 1 : g_.filter_w) : 1;
  segment_bytes_ = Aligned(static_cast<size_t>(segments) * sizeof(SegmentF32));
  task_bytes_ = segment_bytes_ + Aligned(4 * static_cast<size_t>(copied));
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
  if (mode_ == Mode::kPlain) return pool.Run(tasks_, [&](int task) { RunPlain(call, task); });
  pool.Run(tasks_, [&](int task) { RunTiles(call, task); });
}

void ConvF32::RunPlain(const Call& call, int task) const {
  gemm::GemmF32 g;
  g.m = g_.batch * g_.out_h * g_.out_w;
  g.n = g.c_row = g_.out_c;
  g.k = g.a_row = depth_;
  g.a = call.x;
  g.b = call.packed;
  g.c = call.y;
  g.bias = call.bias;
  g.lo = call.lo;
  g.hi = call.hi;
  gemm::RunTaskF32(tiles_, grid_, g, task);
}

// A task is a band of tiles and, when there are few tiles, a share of the column blocks.
void ConvF32::RunTiles(const Call& call, int task) const {
  int64_t all_tiles = units_ * tiles_per_unit_, column_tasks = tasks_ / bands_;
  int64_t band = task % bands_, share = task / bands_;
  int64_t begin = all_tiles * band / bands_, end = all_tiles * (band + 1) / bands_;
  Call mine = call;
  mine.scratch += static_cast<size_t>(task) * task_bytes_;
  TileF32 t{};
  t.a_k = 1;
  t.b_k = tiles_.columns;
  t.b_panel = depth_ * tiles_.columns;
  t.c_row = g_.out_c;
  t.lo = call.lo;
  t.hi = call.hi;
  for (int64_t group = 0; group < groups_; ++group)
    for (int64_t block = column_blocks_ * share / column_tasks; block < column_blocks_ * (share + 1) / column_tasks;
         ++block) {
      int64_t column = block * columns_;
      t.columns = std::min(columns_, group_out_ - column);
      t.bias = call.bias ? call.bias + group * group_out_ + column : nullptr;
      if (mode_ == Mode::kSpans)
        RunSpans(mine, t, begin, end, group, column);
      else
        RunGathered(mine, t, begin, end, group, column);
    }
}

// Tiles [begin, end) for the columns of t, which begin with `column` of the group.
void ConvF32::RunSpans(const Call& call, TileF32& t, int64_t begin, int64_t end, int64_t group, int64_t column) const {
  auto* segments = reinterpret_cast<SegmentF32*>(call.scratch);
  float* spans = reinterpret_cast<float*>(call.scratch + segment_bytes_);
  const float* panel = call.packed + group * group_packed_ + column * depth_;
  const float* x = call.x + group * g_.filter_c;
  t.segments = segments;
  t.a_row = g_.stride_w * g_.in_c;
  const int64_t step = tile_rows_ * t.a_row;
  for (int64_t i = begin; i < end;) {
    int64_t unit = i / tiles_per_unit_, tile = i % tiles_per_unit_, image = unit / g_.out_h, oh = unit % g_.out_h;
    int64_t behind = std::min(tiles_per_unit_, tile + end - i);
    bool inside = false;  // of the image, all that the tile before has read
    for (; tile < behind; ++tile, ++i) {
      int64_t first = tile * tile_rows_, rows = std::min(tile_rows_, unit_pixels_ - first);
      int64_t iw = first * g_.stride_w - g_.pad_left;
      bool was_inside = std::exchange(inside, iw >= 0 && iw + Pixels(rows) <= g_.in_w);
      if (was_inside && inside)
        for (int64_t s = 0; s < t.num_segments; ++s) segments[s].a += step;
      else
        t.num_segments = FindSegments(x + image * g_.in_h * g_.in_w * g_.in_c, oh, iw, rows, panel,
                                      inside ? nullptr : spans, segments);
      t.c = call.y + (unit * g_.out_w + first) * g_.out_c + group * group_out_ + column;
      tiles_.row_major[rows](t);
    }
  }
}

// The filter rows that a tile reads whose first pixel's window begins with column iw of the image. spans: where rows
// that reach beyond the image are copied to with zeros around; nullptr: none do.
int64_t ConvF32::FindSegments(const float* image, int64_t oh, int64_t iw, int64_t rows, const float* panel,
                              float* spans, SegmentF32* segments) const {
  const int64_t taps_w = merged_ ? 1 : g_.filter_w, depth = merged_ ? g_.filter_w * g_.filter_c : g_.filter_c;
  int64_t found = 0;
  for (int64_t kh = 0; kh < g_.filter_h; ++kh, panel += taps_w * depth * tiles_.columns) {
    int64_t ih = oh * g_.stride_h - g_.pad_top + kh * g_.dilation_h;
    if (ih < 0 || ih >= g_.in_h) continue;
    const float* row = image + ih * g_.in_w * g_.in_c;
    const float* a = row + iw * g_.in_c;
    if (spans) {
      float* span = spans + kh * span_row_;
      CopySpan(row, g_.in_w, g_.in_c, iw, Pixels(rows), span);
      a = span;
    }
    for (int64_t kw = 0; kw < taps_w; ++kw)
      segments[found++] = {a + kw * g_.dilation_w * g_.in_c, panel + kw * depth * tiles_.columns, depth};
  }
  return found;
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

// As RunSpans.
void ConvF32::RunGathered(const Call& call, TileF32& t, int64_t begin, int64_t end, int64_t group,
                          int64_t column) const {
  float* windows = reinterpret_cast<float*>(call.scratch + segment_bytes_);
  SegmentF32 segment{windows, call.packed + group * group_packed_ + column * depth_, depth_};
  t.segments = &segment;
  t.num_segments = 1;
  t.a_row = depth_;
  for (int64_t i = begin; i < end; ++i) {
    int64_t first = i * tile_rows_, rows = std::min(tile_rows_, unit_pixels_ - first);
    for (int64_t r = 0; r < rows; ++r) {
      int64_t pixel = first + r, image = pixel / (g_.out_h * g_.out_w);
      CopyWindow(g_, call.x + image * g_.in_h * g_.in_w * g_.in_c, pixel / g_.out_w % g_.out_h, pixel % g_.out_w,
                 group * g_.filter_c, windows + r * depth_);
    }
    t.c = call.y + first * g_.out_c + group * group_out_ + column;
    tiles_.row_major[rows](t);
  }
}

}  // namespace slipway::interpreter
