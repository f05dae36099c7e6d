#pragma once
// Dense, activations, dropout and layers that only change shapes.

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
    Regularizer kernel_regularizer = {}, bias_regularizer = {};
    static constexpr const char* kRequired[] = {"units"};
    static void Fields(auto& o, auto&& f) {
      f("units", o.units);
      f("activation", o.activation);
      f("use_bias", o.use_bias);
      f("kernel_initializer", o.kernel_initializer);
      f("bias_initializer", o.bias_initializer);
      f("kernel_regularizer", o.kernel_regularizer);
      f("bias_regularizer", o.bias_regularizer);
    }
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
  struct Options {
    std::string activation = "linear";
    static constexpr const char* kRequired[] = {"activation"};
    static void Fields(auto& o, auto&& f) { f("activation", o.activation); }
  };
  explicit Activation(Options options, std::string name = {})
      : Layer("Activation", std::move(name)), activation_(std::move(options.activation)) {}

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
    static void Fields(auto& o, auto&& f) {
      f("max_value", o.max_value);
      f("negative_slope", o.negative_slope);
      f("threshold", o.threshold);
    }
  };
  explicit ReLU(Options options, std::string name = {}) : Layer("ReLU", std::move(name)), options_(options) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Options options_;
};

class LeakyReLU final : public Layer {
 public:
  struct Options {
    double negative_slope = 0.3;
    static void Fields(auto& o, auto&& f) { f("negative_slope", o.negative_slope); }
  };
  explicit LeakyReLU(Options options = {0.3}, std::string name = {})
      : Layer("LeakyReLU", std::move(name)), slope_(options.negative_slope) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  double slope_;
};

// x where it is positive, else alpha (exp(x) - 1).
class ELU final : public Layer {
 public:
  struct Options {
    double alpha = 1;
    static void Fields(auto& o, auto&& f) { f("alpha", o.alpha); }
  };
  explicit ELU(Options options, std::string name = {}) : Layer("ELU", std::move(name)), alpha_(options.alpha) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  double alpha_;
};

// x where it is positive, else alpha x with a learned alpha per element of an example; axes of shared_axes (from 1)
// share theirs.
class PReLU final : public Layer {
 public:
  struct Options {
    Initializer alpha_initializer = Zeros();
    std::vector<int64_t> shared_axes;
    static void Fields(auto& o, auto&& f) {
      f("alpha_initializer", o.alpha_initializer);
      f("shared_axes", o.shared_axes);
    }
  };
  explicit PReLU(Options options, std::string name = {})
      : Layer("PReLU", std::move(name)), options_(std::move(options)) {}

 private:
  Status Build(const std::vector<TensorType>& inputs) override;
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Options options_;
  VariablePtr alpha_;
};

// x scale + offset.
class Rescaling final : public Layer {
 public:
  struct Options {
    double scale = 1, offset = 0;
    static constexpr const char* kRequired[] = {"scale"};
    static void Fields(auto& o, auto&& f) {
      f("scale", o.scale);
      f("offset", o.offset);
    }
  };
  explicit Rescaling(Options options, std::string name = {}) : Layer("Rescaling", std::move(name)), options_(options) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Options options_;
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
  struct Options {
    double rate = 0.5;
    static constexpr const char* kRequired[] = {"rate"};
    static void Fields(auto& o, auto&& f) { f("rate", o.rate); }
  };
  explicit Dropout(Options options, std::string name = {}) : Layer("Dropout", std::move(name)), rate_(options.rate) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  double rate_;
};

// Whole channels (the last axis) of an example become 0.
class SpatialDropout final : public Layer {
 public:
  using Options = Dropout::Options;
  // class_name: SpatialDropout1D, 2D or 3D.
  SpatialDropout(std::string class_name, Options options, std::string name = {})
      : Layer(std::move(class_name), std::move(name)), rate_(options.rate) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  double rate_;
};

// Dimension i of the result, without the batch, is dimension dims[i] (from 1) of x.
class Permute final : public Layer {
 public:
  struct Options {
    std::vector<int64_t> dims;
    static constexpr const char* kRequired[] = {"dims"};
    static void Fields(auto& o, auto&& f) { f("dims", o.dims); }
  };
  explicit Permute(Options options, std::string name = {})
      : Layer("Permute", std::move(name)), dims_(std::move(options.dims)) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  std::vector<int64_t> dims_;
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
  struct Options {
    std::vector<int64_t> target_shape;
    static constexpr const char* kRequired[] = {"target_shape"};
    static void Fields(auto& o, auto&& f) { f("target_shape", o.target_shape); }
  };
  explicit ReshapeLayer(Options options, std::string name = {})
      : Layer("Reshape", std::move(name)), target_(std::move(options.target_shape)) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  std::vector<int64_t> target_;
};

}  // namespace slipway::train::nn
