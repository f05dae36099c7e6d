#pragma once
// Dense, activations, Dropout and layers that only change shapes.

#include "train/nn/layer.h"

namespace slipway::train::nn {

// y = activation(x kernel + bias) over the last axis.
class Dense final : public Layer {
 public:
  struct Options {
    int64_t units = 0;  // required
    std::string activation = "linear";
    bool use_bias = true;
    Initializer kernel_initializer = GlorotUniform();
    Initializer bias_initializer = Zeros();
  };
  explicit Dense(Options options, std::string name = {})
      : Layer("Dense", std::move(name)), options_(std::move(options)) {}

 private:
  Status Build(const std::vector<TensorType>& inputs) override;
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Options options_;
  VariablePtr kernel_, bias_;
};

// An activation by its identifier (train/nn/functional.h).
class Activation final : public Layer {
 public:
  explicit Activation(std::string activation, std::string name = {})
      : Layer("Activation", std::move(name)), activation_(std::move(activation)) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  std::string activation_;
};

// min(max(x, threshold ? : slope (x - threshold)), max_value), as Keras' layer.
class ReLU final : public Layer {
 public:
  struct Options {
    double max_value = -1;  // negative: none
    double negative_slope = 0;
    double threshold = 0;
  };
  explicit ReLU(Options options, std::string name = {}) : Layer("ReLU", std::move(name)), options_(options) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Options options_;
};

class LeakyReLU final : public Layer {
 public:
  explicit LeakyReLU(double negative_slope = 0.3, std::string name = {})
      : Layer("LeakyReLU", std::move(name)), slope_(negative_slope) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  double slope_;
};

// Over the last axis.
class SoftmaxLayer final : public Layer {
 public:
  explicit SoftmaxLayer(std::string name = {}) : Layer("Softmax", std::move(name)) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
};

// In training: elements become 0 with probability rate, the others grow by 1 / (1 - rate). The choice is a function of
// (seed, layer name, step, element).
class Dropout final : public Layer {
 public:
  explicit Dropout(double rate, std::string name = {}) : Layer("Dropout", std::move(name)), rate_(rate) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  double rate_;
};

class Flatten final : public Layer {
 public:
  explicit Flatten(std::string name = {}) : Layer("Flatten", std::move(name)) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
};

// To [batch, target_shape...]; one dimension may be -1.
class ReshapeLayer final : public Layer {
 public:
  explicit ReshapeLayer(std::vector<int64_t> target_shape, std::string name = {})
      : Layer("Reshape", std::move(name)), target_(std::move(target_shape)) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  std::vector<int64_t> target_;
};

}  // namespace slipway::train::nn
