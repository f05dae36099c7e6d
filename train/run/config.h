#pragma once
// A training configuration (docs/train_yaml.md): data, preprocessing, model, loss, optimizer, signatures.
//
// Everything wrong is reported at once, with file, line and key, and the nearest valid key for a misspelt one.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "train/callbacks.h"
#include "train/data/source.h"
#include "train/export/export.h"
#include "train/losses.h"
#include "train/metrics.h"
#include "train/nn/model.h"
#include "train/optimizers.h"
#include "train/yaml/document.h"

namespace slipway::train {

struct PreprocessStep {
  enum class Kind { kCast, kRescale, kReshape } kind;
  DType dtype = DType::kF32;     // kCast
  double scale = 1, offset = 0;  // kRescale: x * scale + offset
  std::vector<int64_t> shape;    // kReshape, without the batch
};

struct CallbackConfig {
  std::optional<EarlyStoppingOptions> early_stopping;
  std::optional<ReduceLROnPlateauOptions> reduce_on_plateau;
  std::optional<CsvLoggerOptions> csv_logger;
  ModelCheckpointOptions checkpoint;  // used with checkpoint_dir
};

struct TrainConfig {
  std::string path;       // of the file
  std::string data_file;  // made absolute by the file's folder
  data::CsvOptions csv;   // features[0]: what the model gets; features[1]: the label
  DType raw_dtype = DType::kU8;
  double holdout = 0.2;
  std::vector<PreprocessStep> preprocess;
  std::shared_ptr<nn::Model> model;
  Loss loss;
  Reduction reduction = Reduction::kSumOverBatchSize;
  std::vector<Metric> metrics;
  OptimizerOptions optimizer;
  std::map<int64_t, double> class_weight;
  int64_t epochs = 1, batch_size = 32;
  uint64_t seed = 0;
  CallbackConfig callbacks;
  std::vector<ExportSignature> signatures;
  std::string log_dir, checkpoint_dir, export_dir;  // empty: not wanted
};

// `set`: KEY=VALUE overrides, applied before reading.
Result<TrainConfig> ReadTrainConfig(const std::string& path, const std::vector<std::string>& set);

// The one preprocessing function: raw features [batch, ...] to what the model takes.
Value Preprocess(const std::vector<PreprocessStep>&, Value features);

// A layer by Keras' class and argument names, and which ones it reads; an error is added to `errors` and nullptr
// returned.
struct ConfiguredLayer {
  nn::LayerPtr layer;
  std::vector<std::string> inputs;  // names of layers; "input" is the model's. Empty: the layer before.
};
class ConfigErrors;
ConfiguredLayer MakeLayer(ConfigErrors& errors, const std::string& where, const ConfigNode& node);

}  // namespace slipway::train
