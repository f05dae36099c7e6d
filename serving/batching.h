#pragma once
// Batching: a Servable that runs requests which come close together as one, with TF Serving's parameters and rules.

#include <memory>
#include <string>
#include <vector>

#include "serving/batch_queue.h"
#include "serving/servable.h"

namespace slipway::serving {

struct BatchingOptions {
  BatchQueue::Options queue;
  int num_threads = 1;                       // batches that run at the same time
  std::vector<int64_t> allowed_batch_sizes;  // ascending; a batch is padded to the next of them. Empty: any
  bool pad_variable_lengths = false;         // requests of different sizes share a batch, padded to the largest
  int64_t max_request_rows = 1000;           // more than queue.max_rows: larger requests run in pieces
};

// From --batching_parameters_file, a tensorflow.serving.BatchingParameters in text form.
Result<BatchingOptions> ReadBatchingOptions(const std::string& path);
BatchingOptions DefaultBatchingOptions();

// `model` behind a queue. An error if the allowed sizes do not fit the maximum.
Result<std::shared_ptr<Servable>> MakeBatched(std::shared_ptr<Servable> model, const BatchingOptions&);

}  // namespace slipway::serving
