#pragma once
// Models: layers, each called once with the model's input or results of earlier layers.

#include <memory>
#include <string>
#include <vector>

#include "train/nn/layer.h"

namespace slipway::train::nn {

class Model : public Layer {
 public:
  static constexpr int kInput = -1;
  struct Node {
    LayerPtr layer;
    std::vector<int> inputs;  // earlier nodes by index, or kInput
  };
  // The last node gives the result. Layers with default names become unique as Keras names them: conv2d, conv2d_1, ...
  explicit Model(std::vector<Node> nodes, std::string name = {}, std::string class_name = "Functional");

  const std::vector<Node>& nodes() const { return nodes_; }
  std::vector<VariablePtr> variables() const override;
  std::vector<RegularizedVariable> regularized() const override;
  // Every weight and every random layer has a stream of its own under this seed. Before the first call.
  void SetSeed(uint64_t seed) override;
  // A table of layers, their result shapes (of the last call) and their numbers of weights.
  std::string Summary() const;

 private:
  Status Build(const std::vector<TensorType>& inputs) override;
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  std::vector<Node> nodes_;
  std::vector<TensorType> results_;
};

// Layers one after the other.
class Sequential final : public Model {
 public:
  explicit Sequential(std::vector<LayerPtr> layers, std::string name = {});
  ~Sequential() override;
};

}  // namespace slipway::train::nn
