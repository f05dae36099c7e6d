#include "interpreter/convolution/conv_i16.h"

#include <algorithm>
#include <cstring>

#include "interpreter/convolution/product_i8.h"
#include "interpreter/gemm/dot_i16.h"

namespace slipway::interpreter {

namespace {

// One rounding of a sum beyond 32 bits, without overflow.
int64_t MultiplyOnce(int64_t sum, FixedMultiplier m) {
  if (sum == static_cast<int32_t>(sum)) return MultiplyFixedOnce(static_cast<int32_t>(sum), m);
  int shift = 31 - m.shift;
  return static_cast<int64_t>((static_cast<__int128>(sum) * m.multiplier + (static_cast<__int128>(1) << (shift - 1))) >>
                              shift);
}

int64_t Rescaled(ConvI16::Output::Rounding rounding, int64_t sum, FixedMultiplier m) {
  switch (rounding) {
    case ConvI16::Output::Rounding::kOnce:
      return MultiplyOnce(sum, m);
    case ConvI16::Output::Rounding::kTwice:
      return MultiplyFixed(static_cast<int32_t>(sum), m);
    case ConvI16::Output::Rounding::kWide:
      break;
  }
  return MultiplyFixed64(sum, m);
}

}  // namespace

ConvI16::ConvI16(Windows windows, std::vector<Part> parts, const Output& output, int threads)
    : w_(std::move(windows)), parts_(std::move(parts)), output_(output), positions_(0) {
  int64_t depth = 0, work = 0;
  for (const WindowPhase& phase : w_.phases) {
    int64_t k = static_cast<int64_t>(phase.taps.size()) * w_.group_in();
    int64_t positions = w_.batch * phase.rows * phase.columns;
    positions_ += positions;
    work += positions * k * w_.out_c;
    depth = std::max(depth, k);
  }
  row_elements_ = (depth + 31) / 32 * 32;
  tasks_ = threads > 1 && work > (64 << 10) ? static_cast<int>(std::clamp<int64_t>(positions_, 1, 4 * threads)) : 1;
  task_bytes_ = static_cast<size_t>(row_elements_) * 2 + (static_cast<size_t>(w_.group_out()) * 8 + 63) / 64 * 64;
}

void ConvI16::RunPosition(const int16_t* x, int16_t* y, size_t p, int64_t position, int16_t* row, int64_t* sums) const {
  const WindowPhase& phase = w_.phases[p];
  int64_t column = position % phase.columns, line = position / phase.columns, image = line / phase.rows;
  int64_t h = phase.out_h + line % phase.rows * phase.out_step_h, at_w = phase.out_w + column * phase.out_step_w;
  int16_t* pixel = y + ((image * w_.out_h + h) * w_.out_w + at_w) * w_.out_c;
  int64_t k = static_cast<int64_t>(phase.taps.size()) * w_.group_in();
  for (int64_t group = 0; group < w_.groups; ++group) {
    ForWindowElements(
        w_, phase, image, line % phase.rows, column, group,
        [&](int64_t offset, int64_t n, int64_t at) { std::memcpy(row + at, x + offset, static_cast<size_t>(n) * 2); },
        [&](int64_t n, int64_t at) { std::fill_n(row + at, n, int16_t{0}); });
    const Part& part = parts_[p * static_cast<size_t>(w_.groups) + static_cast<size_t>(group)];
    (output_.wide ? gemm::DotsI16Wide : gemm::BestDotsI16())(row, part.weights.data(), k, w_.group_out(), sums);
    int16_t* to = pixel + group * w_.group_out();
    for (int64_t o = 0; o < w_.group_out(); ++o) {
      size_t channel = static_cast<size_t>(o);
      int64_t sum = sums[o] + part.bias[channel];
      int64_t q = Rescaled(output_.rounding, sum, part.factor[channel]);
      to[o] = static_cast<int16_t>(std::clamp<int64_t>(q + output_.zero_point, output_.lo, output_.hi));
    }
  }
}

void ConvI16::Run(const int16_t* x, int16_t* y, std::byte* scratch, ThreadPool& pool) const {
  if (w_.out_c == 0) return;
  pool.Run(tasks_, [&](int task) {
    auto* row = reinterpret_cast<int16_t*>(scratch + static_cast<size_t>(task) * task_bytes_);
    auto* sums = reinterpret_cast<int64_t*>(row + row_elements_);
    int64_t index = 0, begin = positions_ * task / tasks_, end = positions_ * (task + 1) / tasks_;
    for (size_t p = 0; p < w_.phases.size(); ++p) {
      int64_t count = w_.batch * w_.phases[p].rows * w_.phases[p].columns;
      for (int64_t i = std::max(begin, index); i < std::min(end, index + count); ++i)
        RunPosition(x, y, p, i - index, row, sums);
      index += count;
    }
  });
}

std::vector<ConvI16::Part> MakePartsI16(const Windows& windows, const Tensor& filter, ops::FilterLayout layout,
                                        bool transposed, const Tensor* bias, const TensorType& x, const TensorType& y) {
  bool wide = filter.dtype() == DType::kI16;
  SignedWeights weights = wide ? SignedWeights{} : ToSignedWeights(filter);
  std::vector<int64_t> all_bias = bias ? bias->AsInts() : std::vector<int64_t>(static_cast<size_t>(windows.out_c));
  const std::vector<float>& scales = filter.type().quant.scale;
  std::vector<ConvI16::Part> parts;
  for (const WindowPhase& phase : windows.phases)
    for (int64_t group = 0; group < windows.groups; ++group) {
      ConvI16::Part part;
      for (int64_t at : PhaseWeights(windows, phase, group, filter.shape(), layout, transposed))
        part.weights.push_back(wide ? filter.as<int16_t>()[static_cast<size_t>(at)]
                                    : weights.codes[static_cast<size_t>(at)]);
      for (int64_t o = 0; o < windows.group_out(); ++o) {
        size_t channel = static_cast<size_t>(group * windows.group_out() + o);
        part.bias.push_back(all_bias[channel]);
        part.factor.push_back(
            QuantizeMultiplier(ScaleProduct(x.quant.scale[0], scales[scales.size() > 1 ? channel : 0], false) /
                               static_cast<double>(y.quant.scale[0])));
      }
      parts.push_back(std::move(part));
    }
  return parts;
}

}  // namespace slipway::interpreter
