#pragma once

#include "train/nn/layer.h"

namespace slipway::train::nn {

struct BatchNormalizationOptions {
  double momentum = 0.99;
  double epsilon = 1e-3;
  bool center = true, scale = true;  // has beta, has gamma
  Initializer beta_initializer = Zeros(), gamma_initializer = Ones();
  Initializer moving_mean_initializer = Zeros(), moving_variance_initializer = Ones();
};

// Per index of the last axis. Training: with the statistics of the batch (biased variance), which also move the moving
// ones: moving = momentum moving + (1 - momentum) batch. Inference: with the moving ones.
class BatchNormalization final : public Layer {
 public:
  using Options = BatchNormalizationOptions;
  explicit BatchNormalization(Options options = {}, std::string name = {})
      : Layer("BatchNormalization", std::move(name)), options_(std::move(options)) {}

 private:
  Status Build(const std::vector<TensorType>& inputs) override;
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Options options_;
  int64_t channels_ = 0;
  VariablePtr gamma_, beta_, moving_mean_, moving_variance_;
};

}  // namespace slipway::train::nn
