#include "interpreter/convolution/conv_i16.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "interpreter/convolution/product_i8.h"
#include "interpreter/gemm/tasks.h"

namespace slipway::interpreter {

struct ConvI16::Tile {
  size_t phase;
  int64_t first, rows;
};

namespace {

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

// 16-bit weights, whose products leave no room to add two of them in 32 bits.
void MultiplyWide(const int16_t* weights, int64_t k, const gemm::RowsI16& a, const gemm::Words& words, int64_t* sums,
                  int16_t* y, int64_t y_step) {
  for (int64_t r = 0; r < a.rows; ++r) {
    const int16_t* row = a.a + r * a.step;
    for (int64_t o = 0; o < words.columns(); ++o) {
      int64_t sum = 0;
      for (int64_t i = 0; i < k; ++i) sum += static_cast<int32_t>(row[i]) * static_cast<int32_t>(weights[o * k + i]);
      *sums = sum;
      words.StoreRows(gemm::Words::RowsOf<int64_t>{sums, 1, 1}, o, 1, y + r * y_step + o, 1);
    }
  }
}

}  // namespace

ConvI16::ConvI16(Windows windows, std::vector<Part> parts, int threads)
    : w_(std::move(windows)), parts_(std::move(parts)) {
  int64_t depth = 0, work = 0;
  for (const WindowPhase& phase : w_.phases) {
    int64_t k = static_cast<int64_t>(phase.taps.size()) * w_.group_in();
    work += w_.batch * phase.rows * phase.columns * k * w_.out_c;
    depth = std::max(depth, k);
    tiles_ += CutOf(phase).count();
  }
  row_elements_ = CeilDiv(depth, 2) * 2;
  in_order_ = ReadsInOrder();
  tasks_ = static_cast<int>(std::clamp<int64_t>(tiles_, 1, gemm::TasksFor(threads, work, 64 << 10)));
  row_bytes_ = in_order_ ? 0 : static_cast<size_t>(CeilDiv(row_elements_ * 2 * gemm::BestTilesI16().rows, 64) * 64);
  task_bytes_ = row_bytes_ + gemm::SumsBytesI16();
}

// Positions of all lines follow each other where the one phase is the whole result.
ConvI16::Cut ConvI16::CutOf(const WindowPhase& p) const {
  const int64_t most = gemm::BestTilesI16().rows, lines = w_.batch * p.rows;
  if (w_.phases.size() == 1 && p.rows == w_.out_h && p.columns == w_.out_w)
    return {1, lines * p.columns, CeilDiv(lines * p.columns, most)};
  return {lines, p.columns, CeilDiv(p.columns, most)};
}

bool ConvI16::ReadsInOrder() const {
  if (w_.phases.size() != 1 || w_.groups != 1 || w_.in_c % 2) return false;
  const WindowPhase& p = w_.phases[0];
  return p.taps.size() == 1 && p.taps[0].h == 0 && p.taps[0].w == 0 && p.in_step_h == 1 && p.in_step_w == 1 &&
         p.rows == w_.in_h && p.columns == w_.in_w;
}

void ConvI16::GatherRow(const int16_t* x, const WindowPhase& phase, int64_t position, int64_t group,
                        int16_t* row) const {
  const int64_t column = position % phase.columns, line = position / phase.columns;
  const int64_t k = static_cast<int64_t>(phase.taps.size()) * w_.group_in();
  ForWindowElements(
      w_, phase, line / phase.rows, line % phase.rows, column, group,
      [&](int64_t offset, int64_t n, int64_t at) { std::memcpy(row + at, x + offset, static_cast<size_t>(n) * 2); },
      [&](int64_t n, int64_t at) { std::fill_n(row + at, n, int16_t{0}); });
  if (k % 2) row[k] = 0;
}

void ConvI16::RunTile(const int16_t* x, int16_t* y, const Tile& tile, std::byte* scratch) const {
  const WindowPhase& phase = w_.phases[tile.phase];
  auto* rows = reinterpret_cast<int16_t*>(scratch);
  auto* sums = reinterpret_cast<int64_t*>(scratch + row_bytes_);
  const int64_t line = tile.first / phase.columns, image = line / phase.rows;
  const int64_t h = phase.out_h + line % phase.rows * phase.out_step_h;
  const int64_t at_w = phase.out_w + tile.first % phase.columns * phase.out_step_w;
  int16_t* pixel = y + ((image * w_.out_h + h) * w_.out_w + at_w) * w_.out_c;
  const int64_t step = phase.out_step_w * w_.out_c;
  for (int64_t group = 0; group < w_.groups; ++group) {
    for (int64_t r = 0; r < tile.rows && !in_order_; ++r)
      GatherRow(x, phase, tile.first + r, group, rows + r * row_elements_);
    const gemm::RowsI16 a = in_order_ ? gemm::RowsI16{x + tile.first * w_.in_c, tile.rows, w_.in_c}
                                      : gemm::RowsI16{rows, tile.rows, row_elements_};
    const Part& part = parts_[tile.phase * static_cast<size_t>(w_.groups) + static_cast<size_t>(group)];
    int16_t* to = pixel + group * w_.group_out();
    if (part.weights.n > 0)
      gemm::MultiplyI16(part.weights, a, part.words, sums, to, step);
    else
      MultiplyWide(part.wide.data(), static_cast<int64_t>(phase.taps.size()) * w_.group_in(), a, part.words, sums, to,
                   step);
  }
}

void ConvI16::Run(const int16_t* x, int16_t* y, std::byte* scratch, ThreadPool& pool) const {
  if (w_.out_c == 0) return;
  pool.Run(tasks_, [&](int task) {
    std::byte* own = scratch + static_cast<size_t>(task) * task_bytes_;
    int64_t index = 0, begin = tiles_ * task / tasks_, end = tiles_ * (task + 1) / tasks_;
    for (size_t p = 0; p < w_.phases.size(); ++p) {
      const Cut cut = CutOf(w_.phases[p]);
      for (int64_t i = std::max(begin, index); i < std::min(end, index + cut.count()); ++i) {
        const int64_t line = (i - index) / cut.parts, part = (i - index) % cut.parts;
        const int64_t first = cut.length * part / cut.parts, last = cut.length * (part + 1) / cut.parts;
        RunTile(x, y, {p, line * cut.length + first, last - first}, own);
      }
      index += cut.count();
    }
  });
}

namespace {

// Of codes of 8 bits with activations of 16: the largest sum of any output.
int64_t LargestSum(const int8_t* weights, int64_t k, int64_t outputs) {
  int64_t largest = 0;
  for (int64_t o = 0; o < outputs; ++o) {
    int64_t sum = 0;
    for (int64_t i = 0; i < k; ++i) sum += std::abs(int{weights[o * k + i]});
    largest = std::max(largest, sum);
  }
  return largest << 15;
}

template <class T>
std::vector<T> Chosen(const T* weights, const std::vector<int64_t>& places) {
  std::vector<T> chosen;
  chosen.reserve(places.size());
  for (int64_t at : places) chosen.push_back(weights[at]);
  return chosen;
}

}  // namespace

std::vector<ConvI16::Part> MakePartsI16(const Windows& windows, const Tensor& filter, ops::FilterLayout layout,
                                        bool transposed, const Tensor* bias, const TensorType& x, const TensorType& y,
                                        const WordOutput& output) {
  const bool wide = filter.dtype() == DType::kI16;
  const bool in_order = !transposed && layout == ops::FilterLayout::kTflite && windows.groups == 1;
  SignedWeights codes = wide ? SignedWeights{} : ToSignedWeights(filter);
  std::vector<int64_t> all_bias = bias ? bias->AsInts() : std::vector<int64_t>(static_cast<size_t>(windows.out_c));
  const std::vector<float>& scales = filter.type().quant.scale;
  std::vector<ConvI16::Part> parts;
  for (const WindowPhase& phase : windows.phases)
    for (int64_t group = 0; group < windows.groups; ++group) {
      const int64_t k = static_cast<int64_t>(phase.taps.size()) * windows.group_in(), outputs = windows.group_out();
      auto places = [&] { return PhaseWeights(windows, phase, group, filter.shape(), layout, transposed); };
      ConvI16::Part part;
      int64_t largest = 0;
      if (wide) {
        part.wide = Chosen(filter.as<int16_t>().data(), places());
      } else {
        const std::vector<int8_t> own = in_order ? std::vector<int8_t>() : Chosen(codes.codes.data(), places());
        const int8_t* matrix = in_order ? codes.codes.data() : own.data();
        part.weights = gemm::PackI16(matrix, k, outputs);
        largest = LargestSum(matrix, k, outputs);
      }
      std::vector<int64_t> part_bias;
      std::vector<FixedMultiplier> factors;
      for (int64_t o = 0; o < outputs; ++o) {
        size_t channel = static_cast<size_t>(group * outputs + o);
        part_bias.push_back(all_bias[channel]);
        factors.push_back(
            QuantizeMultiplier(ScaleProduct(x.quant.scale[0], scales[scales.size() > 1 ? channel : 0], false) /
                               static_cast<double>(y.quant.scale[0])));
      }
      part.words = gemm::Words(output.rounding, std::move(part_bias), factors, largest);
      part.words.zero_point = output.zero_point;
      part.words.lo = output.lo;
      part.words.hi = output.hi;
      parts.push_back(std::move(part));
    }
  return parts;
}

}  // namespace slipway::interpreter
