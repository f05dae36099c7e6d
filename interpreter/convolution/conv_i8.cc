#include "interpreter/convolution/conv_i8.h"

#include <algorithm>
#include <cstring>

#include "interpreter/gemm/tasks.h"
#include "interpreter/kept.h"

namespace slipway::interpreter {

using gemm::Requantize;

namespace {

constexpr int64_t kRoom = 16;  // bytes that a block may read or write behind what it is for

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

// Copies at least n bytes, in blocks of 16: both sides have room behind.
inline void CopyBlocks(const uint8_t* from, std::byte* to, int64_t n) {
  for (int64_t i = 0; i < n; i += 16) std::memcpy(to + i, from + i, 16);
}

// The sum of the original codes of a packed row.
int32_t SumCodes(const std::byte* row, int64_t k, int element_bytes, int32_t offset) {
  int64_t sum = 0;
  if (element_bytes == 1)
    for (int64_t i = 0; i < k; ++i) sum += reinterpret_cast<const uint8_t*>(row)[i];
  else
    for (int64_t i = 0; i < k; ++i) sum += reinterpret_cast<const int16_t*>(row)[i];
  return static_cast<int32_t>(sum - k * offset);
}

}  // namespace

struct ConvI8::Call {
  const void* x;
  void* y;
  std::byte *padded, *scratch;
  const uint8_t* stored;  // kInOrder: x as stored codes
  const Dynamic* dynamic;
};

// Neighbouring grid positions of one phase, counted over all images. `line`, `column`: the same by lines of TilesOf,
// for a tile in place a row of the grid. Told, since dividing for it takes as long as a small product.
struct ConvI8::Tile {
  size_t phase;
  int64_t first, rows;
  int64_t line, column;
};

namespace {

// A position of the grid; walking saves the divisions of asking for each.
struct GridPlace {
  GridPlace(const WindowPhase& p, int64_t position)
      : phase(p),
        image(position / p.columns / p.rows),
        row(position / p.columns % p.rows),
        column(position % p.columns) {}
  void Next() {
    if (++column < phase.columns) return;
    column = 0;
    if (++row < phase.rows) return;
    row = 0;
    ++image;
  }
  const WindowPhase& phase;
  int64_t image, row, column;
};

}  // namespace

ConvI8::ConvI8(Windows windows, std::vector<Part> parts, DType x_dtype, int64_t x_zero_point, int threads)
    : w_(std::move(windows)), parts_(std::move(parts)), unsigned_(x_dtype == DType::kU8) {
  const gemm::TilesI8& tiles = gemm::BestTilesI8();
  outside_ = static_cast<uint8_t>(x_zero_point + (unsigned_ ? 0 : 128));
  int64_t depth = 0, work = 0;
  tiles_ = 0;
  for (size_t p = 0; p < w_.phases.size(); ++p) {
    const WindowPhase& phase = w_.phases[p];
    int64_t positions = w_.batch * phase.rows * phase.columns;
    int64_t k = static_cast<int64_t>(phase.taps.size()) * w_.group_in();
    depth = std::max(depth, k);
    work += positions * k * w_.out_c;
  }
  row_bytes_ = gemm::RowBytesI8(tiles, depth);
  source_ = ChooseSource();
  for (const WindowPhase& phase : w_.phases) tiles_ += TilesOf(phase).count();
  const int64_t wanted = gemm::TasksFor(threads, work, 128 << 10);
  int64_t bands = std::clamp<int64_t>(tiles_, 1, wanted);
  int64_t panels = CeilDiv(w_.group_out(), tiles.columns);
  column_shares_ = static_cast<int>(std::clamp<int64_t>(wanted / bands, 1, std::max<int64_t>(1, panels)));
  tasks_ = static_cast<int>(bands) * column_shares_;
  size_t sums = static_cast<size_t>(tiles.rows * tiles.columns) * sizeof(int32_t);
  task_bytes_ = PackedRowsBytes() + sums;
  task_bytes_ = (task_bytes_ + 63) / 64 * 64;
  if (source_ == Source::kInPlace || source_ == Source::kGatherPadded) PlanPaddedInput();
}

ConvI8::Source ConvI8::ChooseSource() const {
  constexpr int64_t kShortRun = 48;
  if (w_.groups != 1 || gemm::BestTilesI8().element_bytes != 1) return Source::kGather;
  if (ReadsInOrder()) return Source::kInOrder;
  if (ReadsInPlace()) return Source::kInPlace;
  int64_t longest = 0;
  for (const WindowPhase& p : w_.phases)
    for (const WindowRun& run : p.runs) longest = std::max(longest, run.count * w_.in_c);
  return longest > w_.in_c && longest <= kShortRun ? Source::kGatherPadded : Source::kGather;
}

namespace {

// Could windows be pointed at, if their runs were whole groups?
bool MayReadInPlace(const Windows& w, int64_t weights_zero_point) {
  // Tiles of fewer rows waste more than gathering costs.
  const int64_t narrow = gemm::BestTilesI8().rows <= 16 ? 6 : 12;
  if (w.groups != 1 || weights_zero_point != 0 || gemm::BestTilesI8().element_bytes != 1) return false;
  return std::all_of(w.phases.begin(), w.phases.end(), [narrow](const WindowPhase& p) {
    return p.columns >= narrow && p.runs.size() <= gemm::kMostSegmentsI8;
  });
}

int64_t PaddedRunsDepth(const Windows& w, const WindowPhase& phase) {
  int64_t depth = 0;
  for (const WindowRun& run : phase.runs) depth += gemm::PaddedDepthI8(run.count * w.in_c);
  return depth;
}

// Zero weights cost less than gathering each window, but where they are most of the depth.
bool PadsRuns(const Windows& w, int64_t weights_zero_point) {
  if (!MayReadInPlace(w, weights_zero_point)) return false;
  bool pads = false;
  for (const WindowPhase& p : w.phases) {
    const int64_t depth = static_cast<int64_t>(p.taps.size()) * w.in_c, padded = PaddedRunsDepth(w, p);
    if (padded > 2 * depth) return false;
    pads = pads || padded != depth;
  }
  return pads;
}

}  // namespace

bool ConvI8::ReadsInPlace() const {
  for (const Part& part : parts_)
    if (!MayReadInPlace(w_, part.weights_zero_point)) return false;
  if (parts_.empty() || parts_[0].padded_runs) return !parts_.empty();
  for (const WindowPhase& p : w_.phases)
    for (const WindowRun& run : p.runs)
      if (run.count * w_.in_c % 4) return false;
  return true;
}

ConvI8::PhaseTiles ConvI8::TilesOf(const WindowPhase& p) const {
  const int64_t rows = w_.batch * p.rows, most = gemm::BestTilesI8().rows;
  if (source_ == Source::kInPlace) return {rows, p.columns, CeilDiv(p.columns, most)};
  return {1, rows * p.columns, CeilDiv(rows * p.columns, most)};
}

bool ConvI8::ReadsInOrder() const {
  if (w_.phases.size() != 1) return false;
  const WindowPhase& p = w_.phases[0];
  return p.taps.size() == 1 && p.taps[0].h == 0 && p.taps[0].w == 0 && p.in_step_h == 1 && p.in_step_w == 1 &&
         p.rows == w_.in_h && p.columns == w_.in_w && row_bytes_ == w_.in_c;
}

// x as stored codes, for windows that are pixels: itself, or a copy in scratch.
const uint8_t* ConvI8::StoreInOrder(const void* x, std::byte* to, ThreadPool& pool) const {
  const auto* codes = static_cast<const uint8_t*>(x);
  if (unsigned_) return codes;
  auto* stored = reinterpret_cast<uint8_t*>(to);
  pool.ForRange(w_.batch * w_.in_h * w_.in_w * w_.in_c, 64 << 10, [&](int64_t begin, int64_t end) {
    const uint8_t* __restrict from = codes;
    uint8_t* __restrict into = stored;
    for (int64_t i = begin; i < end; ++i) into[i] = from[i] ^ 128;
  });
  return stored;
}

size_t ConvI8::StoredBytes() const {
  if (source_ != Source::kInOrder || unsigned_) return 0;
  return static_cast<size_t>((w_.batch * w_.in_h * w_.in_w * w_.in_c + 63) / 64 * 64);
}

size_t ConvI8::PackedRowsBytes() const {
  if (source_ == Source::kInOrder || source_ == Source::kInPlace) return 0;
  return (static_cast<size_t>(gemm::BestTilesI8().rows * row_bytes_) + kRoom + 63) / 64 * 64;
}

void ConvI8::PlanPaddedInput() {
  int64_t top = 0, left = 0, bottom = w_.in_h, right = w_.in_w;
  for (const WindowPhase& p : w_.phases) {
    for (const WindowTap& tap : p.taps) {
      top = std::max(top, -tap.h);
      left = std::max(left, -tap.w);
      bottom = std::max(bottom, (p.rows - 1) * p.in_step_h + tap.h + 1);
      right = std::max(right, (p.columns - 1) * p.in_step_w + tap.w + 1);
    }
  }
  padded_.top = top;
  padded_.left = left;
  padded_.rows = top + bottom;
  padded_.row = (left + right) * w_.in_c;
  padded_.image = (padded_.rows * padded_.row + kRoom + 63) / 64 * 64;
  for (const WindowPhase& p : w_.phases)
    for (const WindowRun& run : p.runs) {
      const WindowTap& tap = p.taps[static_cast<size_t>(run.first)];
      padded_.runs.push_back((tap.h + top) * padded_.row + (tap.w + left) * w_.in_c);
    }
}

// Writes one row of the padded copy; `line` counts over all images.
void ConvI8::Pad(const Call& call, int64_t line) const {
  int64_t image = line / padded_.rows, h = line % padded_.rows - padded_.top;
  auto* to = reinterpret_cast<uint8_t*>(call.padded) + image * padded_.image + (h + padded_.top) * padded_.row;
  int outside = call.dynamic ? call.dynamic->images[image].zero_point : outside_;
  if (h < 0 || h >= w_.in_h) {
    std::memset(to, outside, static_cast<size_t>(padded_.row));
    return;
  }
  const int64_t before = padded_.left * w_.in_c, n = w_.in_w * w_.in_c;
  const auto* __restrict from = static_cast<const uint8_t*>(call.x) + (image * w_.in_h + h) * n;
  std::memset(to, outside, static_cast<size_t>(before));
  uint8_t* __restrict codes = to + before;
  const uint8_t flip = unsigned_ ? 0 : 128;
  for (int64_t i = 0; i < n; ++i) codes[i] = from[i] ^ flip;
  std::memset(codes + n, outside, static_cast<size_t>(padded_.row - before - n));
}

// Blocks reach into the next row, which is written after; what is behind a row's k elements meets zeros in B.
void ConvI8::GatherPadded(const Call& call, const Tile& tile, std::byte* a) const {
  const WindowPhase& phase = w_.phases[tile.phase];
  const int64_t* starts = padded_.runs.data();
  for (size_t p = 0; p < tile.phase; ++p) starts += w_.phases[p].runs.size();
  GridPlace place(phase, tile.first);
  for (int64_t r = 0; r < tile.rows; ++r, place.Next()) {
    const uint8_t* window = reinterpret_cast<const uint8_t*>(call.padded) + place.image * padded_.image +
                            place.row * phase.in_step_h * padded_.row + place.column * phase.in_step_w * w_.in_c;
    std::byte* row = a + r * row_bytes_;
    for (size_t i = 0; i < phase.runs.size(); ++i)
      CopyBlocks(window + starts[i], row + phase.runs[i].first * w_.in_c, phase.runs[i].count * w_.in_c);
  }
}

void ConvI8::Gather(const Call& call, const Tile& tile, int64_t group, std::byte* a) const {
  const gemm::TilesI8& tiles = gemm::BestTilesI8();
  const WindowPhase& phase = w_.phases[tile.phase];
  int64_t k = static_cast<int64_t>(phase.taps.size()) * w_.group_in(), padded = gemm::PaddedDepthI8(k);
  GridPlace place(phase, tile.first);
  for (int64_t r = 0; r < tile.rows; ++r, place.Next()) {
    std::byte* row = a + r * row_bytes_;
    uint8_t outside = call.dynamic ? static_cast<uint8_t>(call.dynamic->images[place.image].zero_point) : outside_;
    ForWindowElements(
        w_, phase, place.image, place.row, place.column, group,
        [&](int64_t offset, int64_t n, int64_t at) {
          if (unsigned_)
            gemm::StoreCodesI8(tiles, static_cast<const uint8_t*>(call.x) + offset, n, row, at);
          else
            gemm::StoreCodesI8(tiles, static_cast<const int8_t*>(call.x) + offset, n, row, at);
        },
        [&](int64_t n, int64_t at) { gemm::FillCodesI8(tiles, outside, n, row, at); });
    gemm::FillCodesI8(tiles, 0, padded - k, row, k);
  }
}

// Where the results of each row of a tile begin; returns the step between them, or -1 where it is not always the same.
// Only places[0] is set where the tile is part of a line of results, the usual case.
int64_t ConvI8::PlaceResults(const Tile& tile, int64_t group, int64_t* places) const {
  const WindowPhase& phase = w_.phases[tile.phase];
  const int64_t step_w = phase.out_step_w * w_.out_c;
  if (w_.phases.size() == 1 && phase.rows == w_.out_h && phase.columns == w_.out_w) {
    places[0] = tile.first * w_.out_c + group * w_.group_out();
    return step_w;
  }
  GridPlace place(phase, tile.first);
  auto element = [&] {
    const int64_t h = phase.out_h + place.row * phase.out_step_h, w = phase.out_w + place.column * phase.out_step_w;
    return ((place.image * w_.out_h + h) * w_.out_w + w) * w_.out_c + group * w_.group_out();
  };
  places[0] = element();
  if (place.column + tile.rows <= phase.columns) return step_w;
  for (int64_t r = 1; r < tile.rows; ++r) {
    place.Next();
    places[r] = element();
  }
  const int64_t step = tile.rows > 1 ? places[1] - places[0] : 0;
  for (int64_t r = 2; r < tile.rows; ++r)
    if (places[r] - places[r - 1] != step) return -1;
  return step;
}

// Of each row of a tile: those of the images themselves where each is one row, else written to `own`.
const DynamicScale* ConvI8::RowScales(const Dynamic& dynamic, const Tile& tile, DynamicScale* own) const {
  const WindowPhase& phase = w_.phases[tile.phase];
  const int64_t positions = phase.rows * phase.columns;
  if (positions == 1) return dynamic.images + tile.first;
  if (w_.batch == 1)
    std::fill_n(own, tile.rows, dynamic.images[0]);
  else
    for (int64_t r = 0; r < tile.rows; ++r) own[r] = dynamic.images[(tile.first + r) / positions];
  return own;
}

// For activations that were quantized at run time. step: as of PlaceResults.
void ConvI8::MakeFloats(const Call& call, const Tile& tile, const Part& part, int64_t group, Columns columns,
                        const RowsI8& a, const int64_t* places, int64_t step, int32_t* sums) const {
  const gemm::TilesI8& tiles = gemm::BestTilesI8();
  DynamicScale own[gemm::kMaxTileRowsI8];
  const DynamicScale* scales = RowScales(*call.dynamic, tile, own);
  auto output = [&](int64_t column) {
    DynamicOutput out = call.dynamic->out;
    const int64_t channel = group * w_.group_out() + column;
    if (out.per_column) out.weight_scales += channel;
    if (out.bias) out.bias += channel;
    return out;
  };
  const int32_t* column_sums = part.weights.column_sums.data();
  auto* y = static_cast<float*>(call.y);
  if (tiles.makes_results && step >= 0) {
    const DynamicOutput out = output(columns.first);
    return TileFloatsI8(part.weights, a, columns.first,
                        {column_sums + columns.first, out.weight_scales, out.per_column, out.bias, scales, 0, out.lo,
                         out.hi, columns.end - columns.first, y + places[0] + columns.first, step});
  }
  const int64_t together = step >= 0 ? tile.rows : 1;
  for (int64_t j = columns.first; j < columns.end; j += tiles.columns) {
    TileSumsI8(part.weights, a, j, sums);
    const DynamicOutput out = output(j);
    const int64_t n = std::min<int64_t>(tiles.columns, columns.end - j);
    for (int64_t r = 0; r < tile.rows; r += together)
      StoreDynamic(out, {sums + r * tiles.columns, scales + r, together, tiles.columns}, column_sums + j, 0, n,
                   y + places[r] + j, step);
  }
}

// Some columns of one part, for one tile.
void ConvI8::Multiply(const Call& call, const Tile& tile, const Part& part, int64_t group, Columns columns,
                      const RowsI8& a, int32_t* sums) const {
  const gemm::TilesI8& tiles = gemm::BestTilesI8();
  int64_t places[gemm::kMaxTileRowsI8];
  const int64_t step = PlaceResults(tile, group, places);
  if (Keeps(Product::kDynamic) && call.dynamic)
    return MakeFloats(call, tile, part, group, columns, a, places, step, sums);
  int32_t terms[gemm::kMaxTileRowsI8];
  for (int64_t r = 0; r < tile.rows && part.weights_zero_point; ++r)
    terms[r] = -part.weights_zero_point *
               SumCodes(a.segments[0].a + r * a.step, part.weights.k, tiles.element_bytes, unsigned_ ? 0 : 128);
  auto* y = static_cast<uint8_t*>(call.y);
  if (step >= 0)
    return TileCodesI8(part.weights, part.requantize, a, columns.first, columns.end, sums,
                       y + places[0] + columns.first, step, part.weights_zero_point ? terms : nullptr);
  for (int64_t j = columns.first; j < columns.end; j += tiles.columns) {
    TileSumsI8(part.weights, a, j, sums);
    const int64_t n = std::min<int64_t>(tiles.columns, columns.end - j);
    for (int64_t r = 0; r < tile.rows; ++r)
      part.requantize.Store(sums + r * tiles.columns, j, n, part.weights_zero_point ? terms[r] : 0, y + places[r] + j);
  }
}

// One segment for each run of the windows; returns how many.
int64_t ConvI8::PointInPlace(const Call& call, const Tile& tile, gemm::SegmentI8* segments) const {
  const WindowPhase& phase = w_.phases[tile.phase];
  const int64_t* starts = padded_.runs.data();
  for (size_t p = 0; p < tile.phase; ++p) starts += w_.phases[p].runs.size();
  const int64_t image = w_.batch == 1 ? 0 : tile.line / phase.rows, row = tile.line - image * phase.rows;
  const std::byte* window = call.padded + image * padded_.image + row * phase.in_step_h * padded_.row +
                            tile.column * phase.in_step_w * w_.in_c;
  for (size_t i = 0; i < phase.runs.size(); ++i)
    segments[i] = {window + starts[i], gemm::PaddedDepthI8(phase.runs[i].count * w_.in_c) / gemm::BestTilesI8().group};
  return static_cast<int64_t>(phase.runs.size());
}

RowsI8 ConvI8::MakeRows(const Call& call, const Tile& tile, int64_t group, std::byte* a,
                        gemm::SegmentI8* segments) const {
  const WindowPhase& phase = w_.phases[tile.phase];
  if (source_ == Source::kInPlace)
    return {segments, PointInPlace(call, tile, segments), phase.in_step_w * w_.in_c, tile.rows};
  const int64_t k = static_cast<int64_t>(phase.taps.size()) * w_.group_in();
  segments[0] = {a, gemm::PaddedDepthI8(k) / gemm::BestTilesI8().group};
  if (source_ == Source::kInOrder)
    segments[0].a = reinterpret_cast<const std::byte*>(call.stored + tile.first * w_.in_c);
  else if (source_ == Source::kGatherPadded)
    GatherPadded(call, tile, a);
  else
    Gather(call, tile, group, a);
  return {segments, 1, row_bytes_, tile.rows};
}

ConvI8::Columns ConvI8::ColumnsOf(int64_t share) const {
  const int64_t n = w_.group_out(), width = gemm::BestTilesI8().columns;
  if (column_shares_ == 1) return {0, n};
  const int64_t panels = CeilDiv(n, width);
  return {panels * share / column_shares_ * width, std::min(n, panels * (share + 1) / column_shares_ * width)};
}

// Tiles [begin, end) of a phase.
void ConvI8::RunTiles(const Call& call, size_t phase, int64_t begin, int64_t end, int64_t share, std::byte* a,
                      int32_t* sums) const {
  const PhaseTiles t = TilesOf(w_.phases[phase]);
  const Columns columns = ColumnsOf(share);
  // The first `longer` tiles of a line have one row more.
  const int64_t rows = t.line / t.per_line, longer = t.line % t.per_line;
  int64_t line = begin / t.per_line, part = begin % t.per_line, column = rows * part + std::min(part, longer);
  gemm::SegmentI8 segments[gemm::kMostSegmentsI8];
  for (int64_t i = begin; i < end; ++i) {
    const Tile tile{phase, line * t.line + column, rows + (part < longer ? 1 : 0), line, column};
    for (int64_t group = 0; group < w_.groups; ++group)
      Multiply(call, tile, parts_[phase * static_cast<size_t>(w_.groups) + static_cast<size_t>(group)], group, columns,
               MakeRows(call, tile, group, a, segments), sums);
    column += tile.rows;
    if (++part < t.per_line) continue;
    part = column = 0;
    ++line;
  }
}

void ConvI8::RunTask(const Call& call, int task) const {
  int64_t bands = tasks_ / column_shares_, band = task / column_shares_, share = task % column_shares_;
  std::byte* a = call.scratch + static_cast<size_t>(task) * task_bytes_;
  auto* sums = reinterpret_cast<int32_t*>(a + PackedRowsBytes());
  const gemm::TilesInUse in_use;
  int64_t index = 0, begin = tiles_ * band / bands, end = tiles_ * (band + 1) / bands;
  for (size_t p = 0; p < w_.phases.size(); ++p) {
    const PhaseTiles t = TilesOf(w_.phases[p]);
    const int64_t from = std::max(begin, index) - index, to = std::min(end, index + t.count()) - index;
    if (from < to) RunTiles(call, p, from, to, share, a, sums);
    index += t.count();
  }
}

void ConvI8::Run(const void* x, void* y, std::byte* scratch, ThreadPool& pool, const Dynamic* dynamic) const {
  if (w_.batch * w_.out_h * w_.out_w * w_.out_c == 0) return;
  std::byte *stored = scratch + padded_.bytes(w_.batch), *own = stored + StoredBytes();
  Call call{x, y, scratch, own, nullptr, dynamic};
  if (source_ == Source::kInOrder) call.stored = StoreInOrder(x, stored, pool);
  if (padded_.image)
    pool.ForRange(w_.batch * padded_.rows, 1 + (64 << 10) / (padded_.row + 1), [&](int64_t begin, int64_t end) {
      for (int64_t line = begin; line < end; ++line) Pad(call, line);
    });
  pool.Run(tasks_, [&](int task) { RunTask(call, task); });
}

namespace {

// Rows of `depth` elements to rows in which each run of the window is padded to whole groups.
std::vector<int8_t> PadRuns(const Windows& windows, const WindowPhase& phase, const std::vector<int8_t>& matrix,
                            int64_t outputs) {
  const int64_t depth = static_cast<int64_t>(phase.taps.size()) * windows.in_c;
  const int64_t padded = PaddedRunsDepth(windows, phase);
  std::vector<int8_t> result(static_cast<size_t>(outputs * padded));
  for (int64_t o = 0; o < outputs; ++o) {
    const int8_t* from = matrix.data() + o * depth;
    int8_t* to = result.data() + o * padded;
    for (const WindowRun& run : phase.runs) {
      to = std::copy_n(from, run.count * windows.in_c, to);
      from += run.count * windows.in_c;
      to += gemm::PaddedDepthI8(run.count * windows.in_c) - run.count * windows.in_c;
    }
  }
  return result;
}

// What to pack: the filter and which part of it.
struct PartSource {
  const SignedWeights& weights;
  const Shape& filter;
  ops::FilterLayout layout;
  bool transposed, padded_runs;
};

WeightsI8 PackPhase(const Windows& windows, const WindowPhase& phase, int64_t group, const PartSource& source) {
  const int64_t depth = static_cast<int64_t>(phase.taps.size()) * windows.group_in();
  const bool in_order = !source.transposed && source.layout == ops::FilterLayout::kTflite && windows.groups == 1;
  if (in_order && !source.padded_runs)
    return PackWeightsI8(source.weights.codes.data(), 1, depth, depth, windows.out_c);
  std::vector<int8_t> matrix;
  for (int64_t at : PhaseWeights(windows, phase, group, source.filter, source.layout, source.transposed))
    matrix.push_back(source.weights.codes[static_cast<size_t>(at)]);
  if (!source.padded_runs) return PackWeightsI8(matrix.data(), 1, depth, depth, windows.group_out());
  matrix = PadRuns(windows, phase, matrix, windows.group_out());
  const int64_t padded = PaddedRunsDepth(windows, phase);
  return PackWeightsI8(matrix.data(), 1, padded, padded, windows.group_out());
}

}  // namespace

std::vector<ConvI8::Part> MakePartsI8(const Windows& windows, const Tensor& filter, ops::FilterLayout layout,
                                      bool transposed, const int32_t* bias, const TensorType& x, const TensorType& y,
                                      ops::Activation activation, Requantize::Rounding rounding, bool float_product) {
  SignedWeights weights = ToSignedWeights(filter);
  const PartSource source{weights, filter.shape(), layout, transposed, PadsRuns(windows, weights.zero_point)};
  std::vector<ConvI8::Part> parts;
  for (const WindowPhase& phase : windows.phases)
    for (int64_t group = 0; group < windows.groups; ++group) {
      ConvI8::Part part;
      part.weights = PackPhase(windows, phase, group, source);
      part.padded_runs = source.padded_runs;
      part.weights_zero_point = static_cast<int32_t>(weights.zero_point);
      part.requantize = MakeRequantize(x, filter.type(), y, activation, bias, part.weights, weights.zero_point,
                                       group * windows.group_out(), rounding, float_product);
      parts.push_back(std::move(part));
    }
  return parts;
}

std::vector<ConvI8::Part> MakeDynamicPartsI8(const Windows& windows, const Tensor& filter, ops::FilterLayout layout,
                                             bool transposed) {
  SignedWeights weights = ToSignedWeights(filter);
  const PartSource source{weights, filter.shape(), layout, transposed, PadsRuns(windows, 0)};
  std::vector<ConvI8::Part> parts;
  for (const WindowPhase& phase : windows.phases)
    for (int64_t group = 0; group < windows.groups; ++group)
      parts.push_back({PackPhase(windows, phase, group, source), {}, 0, source.padded_runs});
  return parts;
}

}  // namespace slipway::interpreter
