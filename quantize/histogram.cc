#include "quantize/histogram.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slipway::quantize {

namespace {

constexpr size_t kBins = 2048;
constexpr int kLevels = 255;  // of 8-bit codes: as many on both sides where they lie around 0

// Sum of p log(p / q) of two lists of counts that are brought to a sum of 1. Where q lacks what p has, a little of a
// count stands for nothing.
double Divergence(std::span<const double> p, std::span<const double> q) {
  double all_p = 0, all_q = 0, sum = 0;
  for (double v : p) all_p += v;
  for (double v : q) all_q += v;
  if (all_p == 0 || all_q == 0) return std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < p.size(); ++i) {
    if (p[i] > 0) sum += p[i] / all_p * std::log(p[i] / all_p / (std::max(q[i], 1e-4) / all_q));
  }
  return sum;
}

// What `levels` equal parts of `p` tell of it: each part's sum, spread over the bins that hold something.
std::vector<double> Coarse(std::span<const int64_t> p, int levels) {
  std::vector<double> q(p.size());
  double n = static_cast<double>(p.size());
  for (int level = 0; level < levels; ++level) {
    size_t first = static_cast<size_t>(n * level / levels), last = static_cast<size_t>(n * (level + 1) / levels);
    double sum = 0, filled = 0;
    for (size_t i = first; i < last; ++i) {
      sum += static_cast<double>(p[i]);
      filled += p[i] > 0;
    }
    for (size_t i = first; i < last; ++i)
      if (p[i] > 0) q[i] = sum / filled;
  }
  return q;
}

}  // namespace

Histogram::Histogram(Range range)
    : range_(range), width_((static_cast<double>(range.max) - range.min) / kBins), bins_(kBins) {}

void Histogram::Add(std::span<const float> numbers) {
  double per_width = width_ > 0 ? 1 / width_ : 0;
  for (float x : numbers) {
    if (x == 0) {
      ++zeros_;
    } else if (x >= range_.min && x <= range_.max) {
      double bin = (static_cast<double>(x) - range_.min) * per_width;
      ++bins_[std::min(static_cast<size_t>(bin), kBins - 1)];
    }
  }
}

Range Histogram::Percentile(double percent) const {
  int64_t all = zeros_;
  for (int64_t n : bins_) all += n;
  if (all == 0) return range_;
  double cut = static_cast<double>(all) * (100 - percent) / 200;
  double zero_bin = width_ > 0 ? (0 - range_.min) / width_ : 0;
  auto count = [&](size_t i) {
    bool holds_zero = i == std::min(static_cast<size_t>(zero_bin), kBins - 1);
    return static_cast<double>(bins_[i] + (holds_zero ? zeros_ : 0));
  };
  size_t low = 0, high = kBins - 1;
  for (double sum = count(low); sum <= cut && low < high; sum += count(low)) ++low;
  for (double sum = count(high); sum <= cut && high > low; sum += count(high)) --high;
  return RangeOf(low, high + 1);
}

Range Histogram::RangeOf(size_t first, size_t end) const {
  return {first == 0 ? range_.min : static_cast<float>(range_.min + static_cast<double>(first) * width_),
          end == kBins ? range_.max : static_cast<float>(range_.min + static_cast<double>(end) * width_)};
}

template <class Cost>
Range Histogram::Shrunk(const Cost& cost) const {
  constexpr size_t kSteps = 128;
  size_t zero = width_ > 0 ? std::min(static_cast<size_t>(std::max(0.0, -range_.min / width_)), kBins - 1) : 0;
  size_t first = 0, end = kBins;
  double least = cost(first, end), before;
  do {
    before = least;
    for (size_t step = 0; step < 2 * kSteps; ++step) {
      bool upper = step < kSteps;
      size_t part = step % kSteps;  // of the way from the end to 0
      size_t f = upper ? first : zero * part / kSteps, e = upper ? kBins - (kBins - zero - 1) * part / kSteps : end;
      if (double c = cost(f, e); c < least) {
        least = c;
        first = f;
        end = e;
      }
    }
  } while (least < before);
  return RangeOf(first, end);
}

double Histogram::SquaredError(size_t first, size_t end, DType codes) const {
  Range r = RangeOf(first, end);
  double step = ActivationQuant(r, codes).scale[0], sum = 0;
  double rounded = step * step / 12;
  for (size_t i = 0; i < kBins; ++i) {
    if (bins_[i] == 0) continue;
    double x = Center(i), cut = i < first ? r.min - x : i >= end ? x - r.max : 0;
    sum += static_cast<double>(bins_[i]) * (cut > 0 ? cut * cut : rounded);
  }
  return sum;
}

double Histogram::DivergenceOf(size_t first, size_t end) const {
  std::span<const int64_t> inside(bins_.data() + first, end - first);
  std::vector<double> cut(inside.begin(), inside.end());
  for (size_t i = 0; i < first; ++i) cut.front() += static_cast<double>(bins_[i]);
  for (size_t i = end; i < kBins; ++i) cut.back() += static_cast<double>(bins_[i]);
  return Divergence(cut, Coarse(inside, kLevels));
}

Range Histogram::LeastSquares(DType codes) const {
  return Shrunk([&](size_t first, size_t end) { return SquaredError(first, end, codes); });
}

Range Histogram::LeastDivergence() const {
  return Shrunk([&](size_t first, size_t end) { return DivergenceOf(first, end); });
}

}  // namespace slipway::quantize
