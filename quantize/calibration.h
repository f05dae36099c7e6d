#pragma once
// Calibration: the range of every float value of a module over samples, watched while the float plan runs.
//
// Every range is widened to contain 0. A value that is NaN or infinite somewhere has no codes; it is remembered with
// tensor and sample. Methods that look at more than the ends run the samples twice.

#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/graph.h"
#include "ir/sample.h"
#include "quantize/histogram.h"
#include "quantize/recipe.h"

namespace slipway::quantize {

using ir::Sample;

class Calibration {
 public:
  explicit Calibration(const ir::Module&);
  // With the ranges that the method chooses for codes of this type instead of all that was seen.
  Calibration Chosen(const CalibrationMethod&, DType codes) const;
  // Nothing if no sample reached the value.
  const std::optional<Range>& range(int graph, ir::ValueId v) const {
    return ranges_[static_cast<size_t>(graph)][static_cast<size_t>(v)];
  }
  // Instead of what samples showed.
  void Set(int graph, ir::ValueId v, Range range) {
    ranges_[static_cast<size_t>(graph)][static_cast<size_t>(v)] = range;
  }
  // The range that the tensor was trained for: it keeps it, whatever it is concatenated with.
  void SetTrained(int graph, ir::ValueId v, Range range) {
    Set(graph, v, range);
    trained_.insert({graph, v});
  }
  bool IsTrained(int graph, ir::ValueId v) const { return trained_.count({graph, v}) > 0; }
  // Nothing that uses the value looks below this; -infinity where something might.
  float least(int graph, ir::ValueId v) const {
    auto it = least_.find({graph, v});
    return it == least_.end() ? -std::numeric_limits<float>::infinity() : it->second;
  }
  void SetLeast(int graph, ir::ValueId v, float least) { least_[{graph, v}] = least; }
  // Widens by the finite elements of a float tensor, and remembers others.
  void Observe(int graph, ir::ValueId v, std::span<const float> elements, std::string_view tensor, int64_t sample);
  // What samples showed, not widened; nothing without samples or elements.
  const std::optional<Range>& seen(int graph, ir::ValueId v) const {
    return seen_[static_cast<size_t>(graph)][static_cast<size_t>(v)];
  }
  // Counts elements of a value that was observed before; what was never counted keeps its range.
  void Count(int graph, ir::ValueId v, std::span<const float> elements);
  bool IsFinite(int graph, ir::ValueId v) const { return !not_finite_.count({graph, v}); }
  // Reached, but without elements each time.
  bool IsEmpty(int graph, ir::ValueId v) const { return empty_.count({graph, v}) > 0; }
  struct NotFinite {
    std::string tensor;
    int64_t sample;  // the first
  };
  const std::map<std::pair<int, ir::ValueId>, NotFinite>& not_finite() const { return not_finite_; }

 private:
  std::vector<std::vector<std::optional<Range>>> ranges_, seen_;
  std::map<std::pair<int, ir::ValueId>, Histogram> histograms_;
  std::map<std::pair<int, ir::ValueId>, float> least_;
  std::map<std::pair<int, ir::ValueId>, NotFinite> not_finite_;
  std::set<std::pair<int, ir::ValueId>> empty_, trained_;
};

struct CalibrateOptions {
  int num_threads = 1;
  bool histograms = false;  // for Calibration::Chosen
  // Called after each sample; may be empty. False stops.
  std::function<bool(int64_t done, int64_t total)> progress;
};

// An input that is NaN or infinite in fewer than half of the samples is an error that names it: those are bad samples,
// otherwise the model is meant for such numbers.
Result<Calibration> Calibrate(const ir::Module&, std::span<const Sample>, const CalibrateOptions& = {});

}  // namespace slipway::quantize
