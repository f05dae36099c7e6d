#pragma once
// Layers with several inputs, for models written as code.

#include "train/nn/layer.h"

namespace slipway::train::nn {

class AddLayer final : public Layer {
 public:
  explicit AddLayer(std::string name = {}) : Layer("Add", std::move(name)) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
};

class Concatenate final : public Layer {
 public:
  explicit Concatenate(int axis = -1, std::string name = {}) : Layer("Concatenate", std::move(name)), axis_(axis) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  int axis_;
};

}  // namespace slipway::train::nn
