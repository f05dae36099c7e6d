#include "cli/compare_outputs.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace slipway::cli {

Status OutputError::Add(const Tensor& a, const Tensor& b) {
  if (a.dtype() != b.dtype() || !(a.shape() == b.shape()))
    return BadInput("one gives ", a.dtype(), a.shape(), ", the other ", b.dtype(), b.shape());
  elements += a.elements();
  if (a.dtype() == DType::kString) {
    exact_ = true;
    for (size_t i = 0; i < a.strings().size(); ++i) mismatches += a.strings()[i] != b.strings()[i];
    return OkStatus();
  }
  exact_ = !IsFloat(a.dtype());
  std::vector<double> x = a.AsDoubles(), y = b.AsDoubles();
  for (size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(x[i]) != std::isnan(y[i])) {
      ++mismatches;
      continue;
    }
    if (std::isnan(x[i]) || x[i] == y[i]) {
      aa_ += std::isfinite(x[i]) ? x[i] * x[i] : 0;
      bb_ += std::isfinite(x[i]) ? x[i] * x[i] : 0;
      dot_ += std::isfinite(x[i]) ? x[i] * x[i] : 0;
      if (std::isfinite(x[i])) largest_ = std::max(largest_, std::abs(x[i]));
      continue;
    }
    double d = std::abs(x[i] - y[i]);
    if (exact_) ++mismatches;
    max_abs = std::max(max_abs, d);
    max_rel = std::max(max_rel, d / std::max(std::abs(x[i]), 1e-12));
    largest_ = std::max(largest_, std::abs(x[i]));
    squares_ += d * d;
    dot_ += x[i] * y[i];
    aa_ += x[i] * x[i];
    bb_ += y[i] * y[i];
  }
  return OkStatus();
}

double OutputError::cosine() const { return aa_ > 0 && bb_ > 0 ? dot_ / std::sqrt(aa_ * bb_) : aa_ == bb_ ? 1 : 0; }

double OutputError::snr_db() const {
  if (squares_ == 0) return 200;  // equal: a finite stand-in for infinity, which JSON lacks
  return 10 * std::log10(std::max(aa_, 1e-300) / squares_);
}

static constexpr const char* kMetrics[] = {"none", "accuracy", "top5", "mse", "cosine", "snr"};

Result<Metric> MetricFromName(const std::string& name) {
  if (name.empty()) return Metric::kNone;
  std::vector<std::string> names(std::begin(kMetrics) + 1, std::end(kMetrics));
  for (size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return static_cast<Metric>(i + 1);
  std::string nearest = NearestWord(name, names);
  return UsageError("--metric is '", name, "'", nearest.empty() ? "" : StrCat(" (did you mean ", nearest, "?)"),
                    ", expected accuracy, top5, mse, cosine or snr");
}

const char* MetricName(Metric m) { return kMetrics[static_cast<size_t>(m)]; }

double MetricOf(Metric m, const OutputError& e) { return m == Metric::kSnr ? e.snr_db() : e.cosine(); }

std::string ShowMetric(const std::string& name, double value) {
  char text[40];
  bool share = name == "accuracy" || name == "top5";
  const char* format = share ? "%.2f %%" : name == "snr" ? "%.1f dB" : name == "cosine" ? "%.6f" : "%.4g";
  std::snprintf(text, sizeof text, format, share ? 100 * value : value);
  return text;
}

// Is the label among the `k` highest scores of the row? Equal scores: the first index is the higher one.
static bool IsAmongHighest(const double* row, int64_t n, int64_t label, int k) {
  if (label < 0 || label >= n) return false;
  int higher = 0;
  for (int64_t i = 0; i < n; ++i) higher += row[i] > row[label] || (row[i] == row[label] && i < label);
  return higher < k;
}

Status MetricCounter::Add(const Tensor& prediction, const Tensor& labels) {
  if (metric_ == Metric::kMse) {
    if (!(prediction.shape() == labels.shape()))
      return UsageError("labels ", labels.shape(), " do not fit predictions ", prediction.shape());
    std::vector<double> p = prediction.AsDoubles(), y = labels.AsDoubles();
    for (size_t i = 0; i < p.size(); ++i) sum_ += (p[i] - y[i]) * (p[i] - y[i]);
    count_ += static_cast<int64_t>(p.size());
    return OkStatus();
  }
  if (!IsInteger(labels.dtype())) return UsageError("labels are ", labels.dtype(), ", expected integers");
  std::vector<int64_t> y = labels.AsInts();
  int64_t n = static_cast<int64_t>(y.size());
  int rank = prediction.shape().rank();
  count_ += n;
  std::vector<double> p = prediction.AsDoubles();
  if (rank == 1 && IsInteger(prediction.dtype())) {
    if (prediction.elements() != n) return UsageError(n, " labels do not fit predictions ", prediction.shape());
    for (size_t i = 0; i < y.size(); ++i) sum_ += p[i] == static_cast<double>(y[i]);
    return OkStatus();
  }
  if (rank != 2 || prediction.shape()[0] != n)
    return UsageError(n, " labels do not fit predictions ", prediction.shape(), ", expected [", n, ", classes]");
  int64_t classes = prediction.shape()[1];
  for (int64_t i = 0; i < n; ++i)
    sum_ +=
        IsAmongHighest(p.data() + i * classes, classes, y[static_cast<size_t>(i)], metric_ == Metric::kTop5 ? 5 : 1);
  return OkStatus();
}

}  // namespace slipway::cli
