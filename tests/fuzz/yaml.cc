// Training configurations, with the layers that they name.
#include "base/file.h"
#include "tests/fuzz/target.h"
#include "train/run/config.h"

namespace slipway::fuzz {

void Run_yaml(std::string_view bytes) {
  (void)train::ReadTrainConfig(FileWith("config.yaml", bytes), {"epochs=3", "model.layers=2"}).ok();
  (void)train::ReadTrainConfig(FileWith("config.yaml", bytes), {}).ok();
}

std::vector<std::string> Seeds_yaml() {
  return {R"(data:
  file: digits.csv
  features: {name: pixels, columns: 0-15, shape: [4, 4, 1], dtype: float32, raw_dtype: uint8}
  label: {column: 16}
  holdout: 0.2
preprocess:
  - rescale: {scale: 0.0625, offset: 0}
  - cast: {dtype: float32}
  - reshape: [4, 4, 1]
model:
  layers:
    - Conv2D: {filters: 8, kernel_size: 3, padding: same}
    - BatchNormalization
    - ReLU
    - MaxPooling2D
    - Flatten
    - Dropout: {rate: 0.2}
    - Dense: {units: 4, activation: softmax}
loss: SparseCategoricalCrossentropy
metrics: [accuracy]
optimizer: {Adam: {learning_rate: 0.01}}
epochs: 6
batch_size: 32
seed: 3
callbacks:
  - EarlyStopping: {monitor: val_loss, patience: 2}
signatures:
  serving_default: {input: tensor, argument: pixels}
  serving_examples: {input: example, argument: examples}
  serving_raw: {input: raw, argument: bytes}
)",
          "a: &x [1, 2, {b: *x}]\nc: *x\n? [k]\n: |\n  text\n  more\n--- \nd: !!int '5'\n"};
}

}  // namespace slipway::fuzz
