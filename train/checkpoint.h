#pragma once
// Checkpoints: everything a run needs to go on as if it had never stopped, in one TensorBundle with an object graph, so
// that tf.train.load_checkpoint reads it. A folder holds ckpt-1, ckpt-2, ... and the file `checkpoint` that names the
// latest. A new checkpoint is whole on disk before the state file names it, and old ones go after that: a crash at any
// moment leaves the previous one in force.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/tensor.h"

namespace slipway::train {

// Tensors by the path of their object: "model/conv2d/kernel", "optimizer/iteration", "trainer/epoch".
using CheckpointTensors = std::vector<std::pair<std::string, Tensor>>;

// Writes the next checkpoint and removes all but the newest `keep` (at least 1) and `preserve`. Returns its prefix.
Result<std::string> SaveCheckpoint(const std::string& directory, const CheckpointTensors& tensors, int keep,
                                   const std::string& preserve = {});

// The newest checkpoint of a folder that is whole; kNotFound if there is none. Damaged ones are passed over: `passed`
// receives a sentence for each.
Result<std::string> FindCheckpoint(const std::string& directory, std::vector<std::string>* passed = nullptr);

// By path. Checks every checksum.
Result<std::map<std::string, Tensor>> ReadCheckpoint(const std::string& prefix);

}  // namespace slipway::train
