#pragma once
// Calibration: the range of every float value of a module over samples, watched while the float plan runs.
//
// Every range is widened to contain 0. A value that is not finite is an error that names tensor and sample.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ir/graph.h"
#include "quantize/arithmetic.h"

namespace slipway::quantize {

// One call of a signature: its operands in the order of the signature's inputs.
struct Sample {
  int signature = 0;
  std::vector<Tensor> inputs;
};

class Calibration {
 public:
  explicit Calibration(const ir::Module&);
  // Nothing if no sample reached the value.
  const std::optional<Range>& range(int graph, ir::ValueId v) const {
    return ranges_[static_cast<size_t>(graph)][static_cast<size_t>(v)];
  }
  // Instead of what samples showed.
  void Set(int graph, ir::ValueId v, Range range) {
    ranges_[static_cast<size_t>(graph)][static_cast<size_t>(v)] = range;
  }
  // Widens by the elements of a float tensor; fails on NaN or infinity.
  Status Observe(int graph, ir::ValueId v, std::span<const float> elements, const std::string& tensor, int64_t sample);

 private:
  std::vector<std::vector<std::optional<Range>>> ranges_;
};

struct CalibrateOptions {
  int num_threads = 1;
  // Called after each sample; may be empty. False stops.
  std::function<bool(int64_t done, int64_t total)> progress;
};

Result<Calibration> Calibrate(const ir::Module&, std::span<const Sample>, const CalibrateOptions& = {});

}  // namespace slipway::quantize
