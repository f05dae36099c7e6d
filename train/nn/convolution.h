#pragma once
// Convolutions over NHWC images and the padding before them.

#include "ops/attributes.h"
#include "train/nn/layer.h"

namespace slipway::train::nn {

// Kernel [kh, kw, in / groups, filters].
class Conv2D final : public Layer {
 public:
  struct Options {
    int64_t filters = 0;               // required
    std::vector<int64_t> kernel_size;  // required: [h, w], or one number for both
    std::vector<int64_t> strides = {1, 1};
    ops::Padding padding = ops::Padding::kValid;
    std::vector<int64_t> dilation_rate = {1, 1};
    int64_t groups = 1;
    std::string activation = "linear";
    bool use_bias = true;
    Initializer kernel_initializer = GlorotUniform();
    Initializer bias_initializer = Zeros();
    Regularizer kernel_regularizer = {}, bias_regularizer = {};
    static constexpr const char* kRequired[] = {"filters", "kernel_size"};
    static void Fields(auto& o, auto&& f) {
      f("filters", o.filters);
      f("kernel_size", o.kernel_size);
      f("strides", o.strides);
      f("padding", o.padding);
      f("dilation_rate", o.dilation_rate);
      f("groups", o.groups);
      f("activation", o.activation);
      f("use_bias", o.use_bias);
      f("kernel_initializer", o.kernel_initializer);
      f("bias_initializer", o.bias_initializer);
      f("kernel_regularizer", o.kernel_regularizer);
      f("bias_regularizer", o.bias_regularizer);
    }
  };
  explicit Conv2D(Options options, std::string name = {})
      : Layer("Conv2D", std::move(name)), options_(std::move(options)) {}

 private:
  Status Build(const std::vector<TensorType>& inputs) override;
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Options options_;
  VariablePtr kernel_, bias_;
};

// Kernel [kh, kw, in, depth_multiplier].
class DepthwiseConv2D final : public Layer {
 public:
  struct Options {
    std::vector<int64_t> kernel_size;  // required
    std::vector<int64_t> strides = {1, 1};
    ops::Padding padding = ops::Padding::kValid;
    int64_t depth_multiplier = 1;
    std::vector<int64_t> dilation_rate = {1, 1};
    std::string activation = "linear";
    bool use_bias = true;
    Initializer depthwise_initializer = GlorotUniform();
    Initializer bias_initializer = Zeros();
    Regularizer depthwise_regularizer = {}, bias_regularizer = {};
    static constexpr const char* kRequired[] = {"kernel_size"};
    static void Fields(auto& o, auto&& f) {
      f("kernel_size", o.kernel_size);
      f("strides", o.strides);
      f("padding", o.padding);
      f("depth_multiplier", o.depth_multiplier);
      f("dilation_rate", o.dilation_rate);
      f("activation", o.activation);
      f("use_bias", o.use_bias);
      f("depthwise_initializer", o.depthwise_initializer);
      f("bias_initializer", o.bias_initializer);
      f("depthwise_regularizer", o.depthwise_regularizer);
      f("bias_regularizer", o.bias_regularizer);
    }
  };
  explicit DepthwiseConv2D(Options options, std::string name = {})
      : Layer("DepthwiseConv2D", std::move(name)), options_(std::move(options)) {}

 private:
  Status Build(const std::vector<TensorType>& inputs) override;
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Options options_;
  VariablePtr kernel_, bias_;
};

// Zeros around images: top, bottom, left, right.
class ZeroPadding2D final : public Layer {
 public:
  struct Options {
    int64_t top = 1, bottom = 1, left = 1, right = 1;
  };
  explicit ZeroPadding2D(Options options, std::string name = {})
      : Layer("ZeroPadding2D", std::move(name)), options_(options) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Options options_;
};

// [h, w] of an argument that is one number or two; an error that names it otherwise.
Status ToPair(const char* what, std::vector<int64_t>* sizes);
// An NHWC input with known channels.
Status CheckImages(const TensorType& input);

}  // namespace slipway::train::nn
