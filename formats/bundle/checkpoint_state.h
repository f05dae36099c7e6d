#pragma once
// The text file `checkpoint` that says which checkpoints of a directory exist and which is the latest.

#include <string>
#include <vector>

#include "base/status.h"

namespace slipway::bundle {

struct CheckpointState {
  std::string latest;              // a prefix
  std::vector<std::string> all;    // oldest first; holds `latest`
  std::vector<double> timestamps;  // seconds since 1970, one per `all`, or none
  double last_preserved = 0;       // of the newest that is kept for ever
};

// Prefixes come back with `directory` in front unless they are absolute. kNotFound if there is no such file.
Result<CheckpointState> ReadCheckpointState(const std::string& directory);
// Prefixes inside of `directory` are written relative to it, so that the directory can be moved. Atomic.
Status WriteCheckpointState(const std::string& directory, const CheckpointState& state);
// The latest prefix; kNotFound if there is none or its index is gone.
Result<std::string> LatestCheckpoint(const std::string& directory);

}  // namespace slipway::bundle
