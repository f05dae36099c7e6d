#include "ops/mfcc/mfcc.h"

#include <algorithm>
#include <cmath>

namespace slipway::ops {

namespace {

double Mel(double frequency) { return 1127.0 * std::log1p(frequency / 700.0); }

}  // namespace

Result<TensorTypes> Infer(const Mfcc& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  const Shape& x = in.shape(0);
  if (in.dtype(0) != DType::kF32 || (x.has_rank() && x.rank() != 3))
    return BadInput("the spectrogram is ", in[0], ", expected f32 of rank 3");  // mfcc_c1
  if (in.dtype(1) != DType::kI32 || (in.shape(1).IsStatic() && in.shape(1).Elements() != 1))
    return BadInput("sample_rate is ", in[1], ", expected one i32");  // mfcc_c1
  int64_t bands = op.filterbank_channel_count, kept = op.dct_coefficient_count;
  if (bands < 1 || bands > 1 << 20 || kept < 1 || kept > bands)
    return BadInput(kept, " coefficients of ", bands, " bands, expected 1 up to as many");  // mfcc_c2
  if (!(op.lower_frequency_limit >= 0 && op.lower_frequency_limit < op.upper_frequency_limit))
    return BadInput("the limits are ", op.lower_frequency_limit, " and ", op.upper_frequency_limit,
                    ", expected an ascending range");  // mfcc_c3
  int64_t dims[] = {x.has_rank() ? x[0] : -1, x.has_rank() ? x[1] : -1, kept};
  ASSIGN_OR_RETURN(Shape y, Shape::FromDims(dims));
  return TensorTypes{{DType::kF32, y}};  // mfcc_c4
}

MelBands::MelBands(const Mfcc& op, int64_t bins, int32_t sample_rate)
    : count_(op.filterbank_channel_count), coefficients_(op.dct_coefficient_count) {
  double width = 0.5 * sample_rate / static_cast<double>(bins - 1);
  double low = Mel(static_cast<double>(op.lower_frequency_limit)),
         high = Mel(static_cast<double>(op.upper_frequency_limit));
  double step = (high - low) / static_cast<double>(count_ + 1);
  double first = 1.5 + static_cast<double>(op.lower_frequency_limit) / width;
  double last = static_cast<double>(op.upper_frequency_limit) / width;
  if (bins < 2 || !(last < static_cast<double>(bins))) return;  // nothing is computed
  first_ = static_cast<int64_t>(std::min(first, static_cast<double>(bins)));
  last_ = static_cast<int64_t>(last);
  auto center = [&](int64_t band) { return low + step * static_cast<double>(band + 1); };
  int64_t band = 0;
  for (int64_t i = first_; i <= last_; ++i) {
    double mel = Mel(static_cast<double>(i) * width);
    while (band < count_ && center(band) < mel) ++band;
    band_.push_back(band - 1);
    weight_.push_back((center(band) - mel) / step);
  }
  for (int64_t k = 0; k < coefficients_; ++k)
    for (int64_t b = 0; b < count_; ++b)
      cosines_.push_back(
          std::sqrt(2.0 / static_cast<double>(count_)) *
          std::cos(static_cast<double>(k) * M_PI / static_cast<double>(count_) * (static_cast<double>(b) + 0.5)));
}

void MelBands::Coefficients(const float* spectrum, float* y) const {
  std::fill(y, y + coefficients_, 0.0f);
  if (cosines_.empty()) return;
  std::vector<double> bands(static_cast<size_t>(count_), 0.0);
  for (size_t i = 0; i < band_.size(); ++i) {
    double v = std::sqrt(static_cast<double>(spectrum[first_ + static_cast<int64_t>(i)])), falling = v * weight_[i];
    if (band_[i] >= 0) bands[static_cast<size_t>(band_[i])] += falling;
    if (band_[i] + 1 < count_) bands[static_cast<size_t>(band_[i] + 1)] += v - falling;
  }
  for (double& b : bands) b = std::log(std::max(b, 1e-12));
  for (int64_t k = 0; k < coefficients_; ++k) {
    double sum = 0;
    for (size_t b = 0; b < bands.size(); ++b) sum += cosines_[static_cast<size_t>(k * count_) + b] * bands[b];
    y[k] = static_cast<float>(sum);
  }
}

}  // namespace slipway::ops
