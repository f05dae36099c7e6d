#pragma once

#include "train/nn/layer.h"

namespace slipway::train::nn {

struct BatchNormalizationOptions {
  double momentum = 0.99;
  double epsilon = 1e-3;
  bool center = true, scale = true;  // has beta, has gamma
  Initializer beta_initializer = Zeros(), gamma_initializer = Ones();
  Initializer moving_mean_initializer = Zeros(), moving_variance_initializer = Ones();
  Regularizer beta_regularizer = {}, gamma_regularizer = {};
  static void Fields(auto& o, auto&& f) {
    f("momentum", o.momentum);
    f("epsilon", o.epsilon);
    f("center", o.center);
    f("scale", o.scale);
    f("beta_initializer", o.beta_initializer);
    f("gamma_initializer", o.gamma_initializer);
    f("moving_mean_initializer", o.moving_mean_initializer);
    f("moving_variance_initializer", o.moving_variance_initializer);
    f("beta_regularizer", o.beta_regularizer);
    f("gamma_regularizer", o.gamma_regularizer);
  }
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

struct LayerNormalizationOptions {
  double epsilon = 1e-3;
  bool center = true, scale = true;
  Initializer beta_initializer = Zeros(), gamma_initializer = Ones();
  static void Fields(auto& o, auto&& f) {
    f("epsilon", o.epsilon);
    f("center", o.center);
    f("scale", o.scale);
    f("beta_initializer", o.beta_initializer);
    f("gamma_initializer", o.gamma_initializer);
  }
};

// (x - mean) / sqrt(variance + epsilon) gamma + beta over the last axis.
class LayerNormalization final : public Layer {
 public:
  using Options = LayerNormalizationOptions;
  explicit LayerNormalization(Options options = {}, std::string name = {})
      : Layer("LayerNormalization", std::move(name)), options_(std::move(options)) {}

 private:
  Status Build(const std::vector<TensorType>& inputs) override;
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Options options_;
  VariablePtr gamma_, beta_;
};

struct GroupNormalizationOptions {
  int64_t groups = 32;
  double epsilon = 1e-3;
  bool center = true, scale = true;
  Initializer beta_initializer = Zeros(), gamma_initializer = Ones();
  static void Fields(auto& o, auto&& f) {
    f("groups", o.groups);
    f("epsilon", o.epsilon);
    f("center", o.center);
    f("scale", o.scale);
    f("beta_initializer", o.beta_initializer);
    f("gamma_initializer", o.gamma_initializer);
  }
};

// The same over all positions of an example and the channels of a group, with gamma and beta per channel.
class GroupNormalization final : public Layer {
 public:
  using Options = GroupNormalizationOptions;
  explicit GroupNormalization(Options options = {}, std::string name = {})
      : Layer("GroupNormalization", std::move(name)), options_(std::move(options)) {}

 private:
  Status Build(const std::vector<TensorType>& inputs) override;
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Options options_;
  VariablePtr gamma_, beta_;
};

// x / sqrt(mean of x^2 + epsilon) scale over the last axis.
class RMSNormalization final : public Layer {
 public:
  struct Options {
    double epsilon = 1e-6;
    static void Fields(auto& o, auto&& f) { f("epsilon", o.epsilon); }
  };
  explicit RMSNormalization(Options options, std::string name = {})
      : Layer("RMSNormalization", std::move(name)), options_(options) {}

 private:
  Status Build(const std::vector<TensorType>& inputs) override;
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Options options_;
  VariablePtr scale_;
};

}  // namespace slipway::train::nn
