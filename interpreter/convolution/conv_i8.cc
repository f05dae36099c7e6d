#include "interpreter/convolution/conv_i8.h"

#include <algorithm>

namespace slipway::interpreter {

using gemm::Requantize;

namespace {

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

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
  std::byte* scratch;
  const Dynamic* dynamic;
};

// Neighbouring grid positions of one phase, counted over all images.
struct ConvI8::Tile {
  size_t phase;
  int64_t first, rows;
};

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
    tiles_ += CeilDiv(positions, tiles.rows);
    depth = std::max(depth, k);
    work += positions * k * w_.out_c;
  }
  row_bytes_ = gemm::RowBytesI8(tiles, depth);
  int64_t wanted = threads > 1 && work > (128 << 10) ? 4 * threads : 1;
  int64_t bands = std::clamp<int64_t>(tiles_, 1, wanted);
  int64_t panels = CeilDiv(w_.group_out(), tiles.columns);
  column_shares_ = static_cast<int>(std::clamp<int64_t>(wanted / bands, 1, std::max<int64_t>(1, panels)));
  tasks_ = static_cast<int>(bands) * column_shares_;
  size_t sums = static_cast<size_t>(tiles.rows * tiles.columns) * sizeof(int32_t);
  task_bytes_ = (static_cast<size_t>(tiles.rows * row_bytes_) + 63) / 64 * 64 + sums;
  task_bytes_ = (task_bytes_ + 63) / 64 * 64;
}

void ConvI8::Gather(const Call& call, const Tile& tile, int64_t group, std::byte* a) const {
  const gemm::TilesI8& tiles = gemm::BestTilesI8();
  const WindowPhase& phase = w_.phases[tile.phase];
  int64_t k = static_cast<int64_t>(phase.taps.size()) * w_.group_in(), padded = gemm::PaddedDepthI8(k);
  for (int64_t r = 0; r < tile.rows; ++r) {
    int64_t position = tile.first + r, column = position % phase.columns, line = position / phase.columns;
    int64_t image = line / phase.rows;
    std::byte* row = a + r * row_bytes_;
    uint8_t outside = call.dynamic ? static_cast<uint8_t>(call.dynamic->images[image].zero_point + 128) : outside_;
    ForWindowElements(
        w_, phase, image, line % phase.rows, column, group,
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

// The panels of one share of one part, for one tile.
void ConvI8::Multiply(const Call& call, const Tile& tile, const Part& part, int64_t group, int64_t share,
                      const std::byte* a, int32_t* sums) const {
  const gemm::TilesI8& tiles = gemm::BestTilesI8();
  const WindowPhase& phase = w_.phases[tile.phase];
  int32_t terms[gemm::kMaxTileRowsI8] = {};
  int64_t places[gemm::kMaxTileRowsI8], images[gemm::kMaxTileRowsI8];
  for (int64_t r = 0; r < tile.rows; ++r) {
    int64_t position = tile.first + r, column = position % phase.columns, line = position / phase.columns;
    int64_t h = phase.out_h + line % phase.rows * phase.out_step_h, x = phase.out_w + column * phase.out_step_w;
    images[r] = line / phase.rows;
    places[r] = ((images[r] * w_.out_h + h) * w_.out_w + x) * w_.out_c + group * w_.group_out();
    if (part.weights_zero_point)
      terms[r] = -part.weights_zero_point *
                 SumCodes(a + r * row_bytes_, part.weights.k, tiles.element_bytes, unsigned_ ? 0 : 128);
  }
  int64_t panels = CeilDiv(part.weights.n, tiles.columns);
  int64_t first = panels * share / column_shares_, last = panels * (share + 1) / column_shares_;
  for (int64_t j = first * tiles.columns; j < std::min(part.weights.n, last * tiles.columns); j += tiles.columns) {
    TileSumsI8(part.weights, a, row_bytes_, tile.rows, j, sums);
    int64_t n = std::min<int64_t>(tiles.columns, part.weights.n - j);
    for (int64_t r = 0; r < tile.rows; ++r) {
      const int32_t* from = sums + r * tiles.columns;
      if (call.dynamic) {
        const DynamicScale& image = call.dynamic->images[images[r]];
        DynamicOutput out = call.dynamic->out;
        int64_t channel = group * w_.group_out() + j;
        if (out.per_column) out.weight_scales += channel;
        if (out.bias) out.bias += channel;
        StoreDynamic(out, from, part.weights.column_sums.data() + j, n, image.zero_point + 128, image.scale,
                     static_cast<float*>(call.y) + places[r] + j);
      } else {
        part.requantize.Store(from, j, n, terms[r], static_cast<uint8_t*>(call.y) + places[r] + j);
      }
    }
  }
}

void ConvI8::RunTask(const Call& call, int task) const {
  const int most = gemm::BestTilesI8().rows;
  int64_t bands = tasks_ / column_shares_, band = task % bands, share = task / bands;
  std::byte* a = call.scratch + static_cast<size_t>(task) * task_bytes_;
  auto* sums = reinterpret_cast<int32_t*>(a + (most * row_bytes_ + 63) / 64 * 64);
  int64_t index = 0, begin = tiles_ * band / bands, end = tiles_ * (band + 1) / bands;
  for (size_t p = 0; p < w_.phases.size(); ++p) {
    int64_t positions = w_.batch * w_.phases[p].rows * w_.phases[p].columns, count = CeilDiv(positions, most);
    for (int64_t i = std::max(begin, index); i < std::min(end, index + count); ++i) {
      int64_t t = i - index, first = positions * t / count;
      Tile tile{p, first, positions * (t + 1) / count - first};
      for (int64_t group = 0; group < w_.groups; ++group) {
        Gather(call, tile, group, a);
        Multiply(call, tile, parts_[p * static_cast<size_t>(w_.groups) + static_cast<size_t>(group)], group, share, a,
                 sums);
      }
    }
    index += count;
  }
}

void ConvI8::Run(const void* x, void* y, std::byte* scratch, ThreadPool& pool, const Dynamic* dynamic) const {
  if (w_.batch * w_.out_h * w_.out_w * w_.out_c == 0) return;
  Call call{x, y, scratch, dynamic};
  pool.Run(tasks_, [&](int task) { RunTask(call, task); });
}

namespace {

WeightsI8 PackPhase(const Windows& windows, const WindowPhase& phase, int64_t group, const SignedWeights& weights,
                    const Shape& filter, ops::FilterLayout layout, bool transposed) {
  std::vector<int8_t> matrix;
  for (int64_t at : PhaseWeights(windows, phase, group, filter, layout, transposed))
    matrix.push_back(weights.codes[static_cast<size_t>(at)]);
  int64_t k = static_cast<int64_t>(phase.taps.size()) * windows.group_in();
  return PackWeightsI8(matrix.data(), 1, k, k, windows.group_out());
}

}  // namespace

std::vector<ConvI8::Part> MakePartsI8(const Windows& windows, const Tensor& filter, ops::FilterLayout layout,
                                      bool transposed, const int32_t* bias, const TensorType& x, const TensorType& y,
                                      ops::Activation activation, Requantize::Rounding rounding, bool float_product) {
  SignedWeights weights = ToSignedWeights(filter);
  std::vector<ConvI8::Part> parts;
  for (const WindowPhase& phase : windows.phases)
    for (int64_t group = 0; group < windows.groups; ++group) {
      ConvI8::Part part;
      part.weights = PackPhase(windows, phase, group, weights, filter.shape(), layout, transposed);
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
  std::vector<ConvI8::Part> parts;
  for (const WindowPhase& phase : windows.phases)
    for (int64_t group = 0; group < windows.groups; ++group)
      parts.push_back({PackPhase(windows, phase, group, weights, filter.shape(), layout, transposed), {}, 0});
  return parts;
}

}  // namespace slipway::interpreter
