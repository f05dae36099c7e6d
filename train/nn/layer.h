#pragma once
// Layer: a function with weights. Layers have Keras' class names, arguments and defaults; shapes are NHWC with the
// batch first. A layer makes its variables at its first call, when it knows what it gets; the model that owns it has
// given it a unique name and a seed by then. Called in a Trace or eagerly; called with training or without (two
// traces).
//
//   Dense dense({.units = 10, .activation = "softmax"});
//   Value y = dense(x, {.training = true, .step = step});
//
// Errors (a wrong shape, an unknown activation) are in the result and name the layer.

#include <memory>
#include <string>
#include <vector>

#include "train/apply.h"
#include "train/nn/initializers.h"
#include "train/nn/regularizer.h"

namespace slipway::train::nn {

struct CallContext {
  bool training = false;
  Value step;  // i64 scalar: the number of updates made; random layers need it in training
};

class Layer {
 public:
  virtual ~Layer() = default;
  Layer(const Layer&) = delete;

  const std::string& class_name() const { return class_name_; }
  const std::string& name() const { return name_; }
  // Before the first call.
  void SetName(std::string name) { name_ = std::move(name); }
  virtual void SetSeed(uint64_t seed) { seed_ = seed; }
  bool has_default_name() const { return name_ == DefaultName(class_name_); }
  bool built() const { return built_; }

  Value operator()(const Value& x, const CallContext& context = {});
  Value operator()(std::vector<Value> xs, const CallContext& context = {});
  // In Keras' order (kernel, bias; gamma, beta, moving_mean, moving_variance); empty before the first call.
  virtual std::vector<VariablePtr> variables() const { return variables_; }

  // What the loss is to hold small.
  virtual std::vector<RegularizedVariable> regularized() const { return regularized_; }

  // "conv2d" for Conv2D, "max_pooling2d" for MaxPooling2D, as Keras names layers.
  static std::string DefaultName(std::string_view class_name);

 protected:
  Layer(std::string class_name, std::string name);
  // Makes the variables for operands of these types (unknown batch sizes included).
  virtual Status Build(const std::vector<TensorType>& inputs);
  virtual Value Call(const std::vector<Value>& inputs, const CallContext& context) = 0;
  Result<VariablePtr> AddVariable(const std::string& name, const Initializer& initializer, const Shape& shape,
                                  bool trainable = true);
  Result<VariablePtr> AddVariable(const std::string& name, const Initializer& initializer, const Shape& shape,
                                  const Regularizer& regularizer);
  uint64_t seed() const { return seed_; }

 private:
  std::string class_name_, name_;
  uint64_t seed_ = 0;
  bool built_ = false;
  std::vector<VariablePtr> variables_;
  std::vector<RegularizedVariable> regularized_;
};
using LayerPtr = std::shared_ptr<Layer>;

// The trainable ones.
std::vector<VariablePtr> Trainable(const std::vector<VariablePtr>& variables);

}  // namespace slipway::train::nn
