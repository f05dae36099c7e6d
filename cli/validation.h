#pragma once
// Models on validation data: what `compare` and the search of `quantize` measure with.

#include <memory>
#include <string>
#include <vector>

#include "cli/any_model.h"
#include "cli/compare_outputs.h"
#include "cli/feeds.h"

namespace slipway::cli {

// Rows that are computed at a time where the model leaves the batch open.
inline constexpr int64_t kBatch = 32;

// Rows [first, last) along dimension 0.
Tensor Rows(const Tensor& all, int64_t first, int64_t last);
NamedTensors Rows(const NamedTensors& all, int64_t first, int64_t last);

struct ValidationData {
  NamedTensors inputs;
  Tensor labels;  // not valid(): there are none
  int64_t rows = 0;
};

// .npz by argument name, whose array `labels` holds labels, or a training .yaml (its held-out part).
Result<ValidationData> LoadValidation(const std::string& path, const std::string& labels);

// A model that takes rows. Float data for inputs on codes and floats from outputs on codes are converted.
struct ValidatedModel {
  AnyModel any;
  std::unique_ptr<interpreter::Interpreter> interpreter;
  interpreter::Runner* runner = nullptr;
  bool whole_rows = false;  // each row of the data is a whole argument, as in representative data
  double latency_us = 0;    // median of single-row calls

  static Result<ValidatedModel> Load(const std::string& path, const std::string& signature, int threads);
  // `observer`, if any, sees every tensor, for own kernels alone run.
  static Result<ValidatedModel> Of(AnyModel any, const std::string& signature, int threads,
                                   interpreter::Observer* observer = nullptr);

  // Do all arrays have one dimension more than the inputs?
  bool HaveWholeRows(const NamedTensors& data) const;
  // The declared batch, or 1 where it is open.
  int64_t FixedBatch() const;
  // How many rows one call takes: the declared batch, or a convenient one.
  int64_t BatchSize() const;
  Result<NamedTensors> Call(const NamedTensors& rows);
  // All rows, in calls of BatchSize(); a last partial batch is only possible where the batch is open.
  Result<NamedTensors> CallInBatches(const NamedTensors& data, int64_t first, int64_t last);
  Status MeasureLatency(const NamedTensors& data);

 private:
  // The input that an array feeds; -1 if there is none.
  int InputFor(const NamedTensors& data, const std::string& name) const;
};

// The output that the metric looks at: the one named, else the only one that fits it.
Result<size_t> MetricOutput(const NamedTensors& outputs, Metric metric, const std::string& wanted);
// The output of b that goes with output i of a: by name, or by position where there is one of each.
Result<const Tensor*> Partner(const NamedTensors& a, size_t i, const NamedTensors& b);

}  // namespace slipway::cli
