#pragma once
// Sequential: layers one after the other.

#include "train/nn/layer.h"

namespace slipway::train::nn {

class Sequential final : public Layer {
 public:
  // Layers with default names become unique as Keras names them: conv2d, conv2d_1, ...
  explicit Sequential(std::vector<LayerPtr> layers, std::string name = {});

  const std::vector<LayerPtr>& layers() const { return layers_; }
  std::vector<VariablePtr> variables() const override;
  // Every weight and every random layer has a stream of its own under this seed. Before the first call.
  void SetSeed(uint64_t seed) override;
  // A table of layers, their result shapes (of the last call) and their numbers of weights.
  std::string Summary() const;

 private:
  Status Build(const std::vector<TensorType>& inputs) override;
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  std::vector<LayerPtr> layers_;
  std::vector<TensorType> results_;
};

}  // namespace slipway::train::nn
