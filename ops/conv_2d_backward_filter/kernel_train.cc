#include <algorithm>

#include "interpreter/gemm/f32.h"
#include "ops/conv_2d_backward_filter/conv_2d_backward_filter.h"
#include "ops/convolution.h"
#include "train/kernels.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;
namespace gemm = interpreter::gemm;

namespace {

// For each tap: dfilter[tap] [I, O] = X_tap^T dY, the reduction running over pixels. X_tap are the pixels of x that the
// tap reads, in place: one segment per output row. Chunks of rows keep both operands in cache; sums stay in dfilter.
struct State {
  ConvGeometry g;
  int64_t groups, group_in, group_out;
  int64_t chunk_rows;  // output rows (of all images) in a chunk
  int64_t block;       // input channels of a task
  int64_t blocks;      // tasks per tap and group
  int tasks;
  size_t task_bytes;
};

struct Segment {
  const float* x;
  const float* dy;
  int64_t pixels;
};

// Output columns whose tap kw lies inside x.
void ValidColumns(const ConvGeometry& g, int64_t kw, int64_t* first, int64_t* last) {
  int64_t offset = kw * g.dilation_w - g.pad_left;  // iw = ow * stride + offset
  *first = offset >= 0 ? 0 : (-offset + g.stride_w - 1) / g.stride_w;
  *last = offset >= g.in_w ? 0 : std::min(g.out_w, (g.in_w - 1 - offset) / g.stride_w + 1);
  *first = std::min(*first, *last);
}

// The segments of output rows [row0, row1) for tap (kh, kw); whole images at once where rows are contiguous.
int64_t FindSegments(const State& s, const float* x, const float* dy, int64_t kh, int64_t kw, int64_t row0,
                     int64_t row1, Segment* segments) {
  const ConvGeometry& g = s.g;
  int64_t first, last, found = 0;
  ValidColumns(g, kw, &first, &last);
  if (first >= last) return 0;
  for (int64_t row = row0; row < row1; ++row) {
    int64_t image = row / g.out_h, ih = row % g.out_h * g.stride_h - g.pad_top + kh * g.dilation_h;
    if (ih < 0 || ih >= g.in_h) continue;
    int64_t iw = first * g.stride_w - g.pad_left + kw * g.dilation_w;
    Segment next{x + ((image * g.in_h + ih) * g.in_w + iw) * g.in_c, dy + (row * g.out_w + first) * g.out_c,
                 last - first};
    Segment* before = found ? &segments[found - 1] : nullptr;
    if (before && before->x + before->pixels * g.stride_w * g.in_c == next.x &&
        before->dy + before->pixels * g.out_c == next.dy)
      before->pixels += next.pixels;
    else
      segments[found++] = next;
  }
  return found;
}

// One chunk of one tap, for input channels [i0, i1) of a group.
void RunChunk(const State& s, const gemm::TilesF32& tiles, const Segment* found, int64_t count, int64_t group,
              int64_t i0, int64_t i1, bool accumulate, float* df, gemm::SegmentF32* segments) {
  const ConvGeometry& g = s.g;
  gemm::TileF32 t{};
  t.segments = segments;
  t.num_segments = count;
  t.a_row = 1;
  t.a_k = g.stride_w * g.in_c;
  t.b_k = t.c_row = g.out_c;
  t.b_panel = tiles.columns;
  t.columns = s.group_out;
  t.lo = -std::numeric_limits<float>::infinity();
  t.hi = std::numeric_limits<float>::infinity();
  t.accumulate = accumulate;
  const int64_t b = group * s.group_out;
  for (int64_t i = i0; i < i1; i += tiles.rows) {
    int64_t a = group * s.group_in + i;
    for (int64_t k = 0; k < count; ++k) segments[k] = {found[k].x + a, found[k].dy + b, found[k].pixels};
    t.c = df + i * g.out_c + b;
    tiles.column_major[std::min<int64_t>(tiles.rows, i1 - i)](t);
  }
}

Code Eval(const State& s, EvalContext& c) {
  const ConvGeometry& g = s.g;
  const float *x = c.In<float>(0), *dy = c.In<float>(2);
  float* df = c.Out<float>(0);
  const gemm::TilesF32& tiles = gemm::BestTilesF32();
  int64_t rows = g.batch * g.out_h;
  c.pool().Run(s.tasks, [&](int task) {
    auto* found = reinterpret_cast<Segment*>(c.scratch() + static_cast<size_t>(task) * s.task_bytes);
    auto* segments = reinterpret_cast<gemm::SegmentF32*>(found + s.chunk_rows);
    int64_t i0 = task % s.blocks * s.block, i1 = std::min(s.group_in, i0 + s.block);
    int64_t group = task / s.blocks % s.groups, tap = task / s.blocks / s.groups;
    float* to = df + tap * s.group_in * g.out_c;
    bool accumulate = false;
    for (int64_t row = 0; row < std::max<int64_t>(rows, 1); row += s.chunk_rows) {
      int64_t count =
          FindSegments(s, x, dy, tap / g.filter_w, tap % g.filter_w, row, std::min(rows, row + s.chunk_rows), found);
      if (count || !accumulate) RunChunk(s, tiles, found, count, group, i0, i1, accumulate, to, segments);
      accumulate = true;
    }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> PrepareTrain(const Conv2DBackwardFilter& op, interpreter::PrepareContext& c) {
  constexpr int64_t kCacheElements = 128 << 10;  // of x and dy together, for one chunk
  const Shape& filter = c.out_shape(0);
  if (c.in(0).dtype != DType::kF32 || !filter.IsStatic()) return Kernel{};
  State s{};
  s.g = MakeGeometry(c.in_shape(0), c.in_shape(2), filter[0], filter[1], WindowOf(op));
  s.groups = std::max<int64_t>(1, s.g.in_c / filter[2]);
  s.group_in = filter[2];
  s.group_out = filter[3] / s.groups;
  int64_t row_elements = s.g.out_w * (s.g.stride_w * s.g.in_c + s.g.out_c);
  s.chunk_rows = std::clamp<int64_t>(kCacheElements / std::max<int64_t>(1, row_elements), 1,
                                     std::max<int64_t>(1, s.g.batch * s.g.out_h));
  int64_t tile = gemm::BestTilesF32().rows, tiles = (s.group_in + tile - 1) / tile;
  int64_t taps = s.g.filter_h * s.g.filter_w * s.groups;
  int64_t blocks = std::clamp<int64_t>((4 * c.num_threads() + taps - 1) / taps, 1, tiles);
  s.block = (tiles + blocks - 1) / blocks * tile;
  s.blocks = (s.group_in + s.block - 1) / s.block;
  s.tasks = static_cast<int>(taps * s.blocks);
  size_t bytes = static_cast<size_t>(s.chunk_rows) * (sizeof(Segment) + sizeof(gemm::SegmentF32));
  s.task_bytes = (bytes + 63) / 64 * 64;
  Kernel k = interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
  k.scratch_bytes = static_cast<size_t>(s.tasks) * s.task_bytes;
  return k;
}

}  // namespace slipway::ops
