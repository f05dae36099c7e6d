#pragma once
// A training run from a configuration file: what `slipway train` does.

#include <atomic>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/tensor.h"

namespace slipway::train {

struct TrainOptions {
  std::string config;
  // Instead of what the configuration says.
  std::optional<int64_t> epochs, batch_size, seed;
  std::optional<double> learning_rate;
  std::string log_dir, checkpoint_dir, export_dir;
  std::vector<std::string> set;  // KEY=VALUE
  bool resume = false;           // from the newest whole checkpoint of checkpoint_dir, if there is one
  bool quiet = false;
  int num_threads = 0;  // 0: as many as this process may use
  std::atomic<bool>* stop = nullptr;
};

struct TrainReport {
  int64_t epochs = 0, steps = 0;
  double seconds = 0;
  bool interrupted = false;
  std::vector<std::pair<std::string, double>> metrics;
};

Result<TrainReport> RunTraining(const TrainOptions&);

enum class SplitPart { kTraining, kValidation };

// Raw features (by the name of the tensor signature's argument) and labels of one part of a configuration's data; at
// most `most` rows, spread over the part (-1: all).
struct Split {
  std::vector<std::pair<std::string, Tensor>> inputs;
  Tensor labels;
};
Result<Split> LoadSplit(const std::string& config, SplitPart part, int64_t most);

}  // namespace slipway::train
