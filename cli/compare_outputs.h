#pragma once
// How far two lists of outputs are apart, accumulated over batches.

#include <string>
#include <vector>

#include "base/tensor.h"

namespace slipway::cli {

class OutputError {
 public:
  // `a` is the original. An error if dtype or shape differ.
  Status Add(const Tensor& a, const Tensor& b);
  bool exact() const { return exact_; }
  // Of a model to itself: nothing differs.
  static OutputError None() {
    OutputError e;
    e.aa_ = e.bb_ = e.dot_ = 1;
    return e;
  }

  double max_abs = 0, max_rel = 0;
  int64_t elements = 0, mismatches = 0;  // mismatches: exact types that differ, NaN in other places
  double mse() const { return elements ? squares_ / static_cast<double>(elements) : 0; }
  double cosine() const;
  double snr_db() const;
  // Every element within atol + rtol |a|.
  bool Within(double atol, double rtol) const { return mismatches == 0 && (exact_ || CloseEnough(atol, rtol)); }

 private:
  bool CloseEnough(double atol, double rtol) const { return !(max_abs > atol + rtol * largest_); }
  bool exact_ = false;
  double squares_ = 0, dot_ = 0, aa_ = 0, bb_ = 0, largest_ = 0;
};

// kCosine and kSnr compare with the original's output, the others with labels.
enum class Metric { kNone, kAccuracy, kTop5, kMse, kCosine, kSnr };
Result<Metric> MetricFromName(const std::string&);
const char* MetricName(Metric);
constexpr bool NeedsLabels(Metric m) { return m == Metric::kAccuracy || m == Metric::kTop5 || m == Metric::kMse; }
// Of an output that is this far from the original's.
double MetricOf(Metric, const OutputError&);
// How much worse b is than a.
inline double DropOf(Metric m, double a, double b) { return m == Metric::kMse ? b - a : a - b; }

// "97.5 %", "0.001", "23.4 dB": for people.
std::string ShowMetric(const std::string& name, double value);

// Counts of correct rows (accuracy, top5) or the sum of squared errors, over batches.
class MetricCounter {
 public:
  explicit MetricCounter(Metric metric) : metric_(metric) {}
  // Labels: integers [n] (or [n,1]) for accuracy and top5, the prediction's shape for mse. No broadcasting: shapes must
  // fit.
  Status Add(const Tensor& prediction, const Tensor& labels);
  double value() const { return count_ ? sum_ / static_cast<double>(count_) : 0; }

 private:
  Metric metric_;
  double sum_ = 0;
  int64_t count_ = 0;
};

}  // namespace slipway::cli
