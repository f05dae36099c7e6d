#pragma once
// Layers over NHWC images beside the plain convolutions: separable and transposed ones, resampling and cropping.

#include "ops/attributes.h"
#include "train/nn/layer.h"

namespace slipway::train::nn {

// A depthwise convolution, then a 1 x 1 one. Kernels [kh, kw, in, depth_multiplier] and
// [1, 1, in depth_multiplier, filters].
class SeparableConv2D final : public Layer {
 public:
  struct Options {
    int64_t filters = 0;               // required
    std::vector<int64_t> kernel_size;  // required
    std::vector<int64_t> strides = {1, 1};
    ops::Padding padding = ops::Padding::kValid;
    std::vector<int64_t> dilation_rate = {1, 1};
    int64_t depth_multiplier = 1;
    std::string activation = "linear";
    bool use_bias = true;
    Initializer depthwise_initializer = GlorotUniform(), pointwise_initializer = GlorotUniform(),
                bias_initializer = Zeros();
    static constexpr const char* kRequired[] = {"filters", "kernel_size"};
    static void Fields(auto& o, auto&& f) {
      f("filters", o.filters);
      f("kernel_size", o.kernel_size);
      f("strides", o.strides);
      f("padding", o.padding);
      f("dilation_rate", o.dilation_rate);
      f("depth_multiplier", o.depth_multiplier);
      f("activation", o.activation);
      f("use_bias", o.use_bias);
      f("depthwise_initializer", o.depthwise_initializer);
      f("pointwise_initializer", o.pointwise_initializer);
      f("bias_initializer", o.bias_initializer);
    }
  };
  explicit SeparableConv2D(Options options, std::string name = {})
      : Layer("SeparableConv2D", std::move(name)), options_(std::move(options)) {}

 private:
  Status Build(const std::vector<TensorType>& inputs) override;
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Options options_;
  VariablePtr depthwise_, pointwise_, bias_;
};

// The gradient of a Conv2D as a layer. Kernel [kh, kw, filters, in]. Sizes: SAME gives in stride, VALID
// in stride + max(kernel - stride, 0). Height and width must be known.
class Conv2DTranspose final : public Layer {
 public:
  struct Options {
    int64_t filters = 0;               // required
    std::vector<int64_t> kernel_size;  // required
    std::vector<int64_t> strides = {1, 1};
    ops::Padding padding = ops::Padding::kValid;
    std::string activation = "linear";
    bool use_bias = true;
    Initializer kernel_initializer = GlorotUniform(), bias_initializer = Zeros();
    static constexpr const char* kRequired[] = {"filters", "kernel_size"};
    static void Fields(auto& o, auto&& f) {
      f("filters", o.filters);
      f("kernel_size", o.kernel_size);
      f("strides", o.strides);
      f("padding", o.padding);
      f("activation", o.activation);
      f("use_bias", o.use_bias);
      f("kernel_initializer", o.kernel_initializer);
      f("bias_initializer", o.bias_initializer);
    }
  };
  explicit Conv2DTranspose(Options options, std::string name = {})
      : Layer("Conv2DTranspose", std::move(name)), options_(std::move(options)) {}

 private:
  Status Build(const std::vector<TensorType>& inputs) override;
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Options options_;
  VariablePtr kernel_, bias_;
};

enum class Interpolation { kNearest, kBilinear };
inline std::span<const char* const> EnumNames(Interpolation) {
  static constexpr const char* kNames[] = {"nearest", "bilinear"};
  return kNames;
}

// Images `size` times as large; half-pixel centres.
class UpSampling2D final : public Layer {
 public:
  struct Options {
    std::vector<int64_t> size = {2, 2};
    Interpolation interpolation = Interpolation::kNearest;
    static void Fields(auto& o, auto&& f) {
      f("size", o.size);
      f("interpolation", o.interpolation);
    }
  };
  explicit UpSampling2D(Options options, std::string name = {})
      : Layer("UpSampling2D", std::move(name)), options_(std::move(options)) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Options options_;
};

// Without so many rows at the top and bottom, and columns at the left and right.
class Cropping2D final : public Layer {
 public:
  struct Options {
    std::vector<int64_t> cropping = {0, 0};
    static void Fields(auto& o, auto&& f) { f("cropping", o.cropping); }
  };
  explicit Cropping2D(Options options, std::string name = {})
      : Layer("Cropping2D", std::move(name)), options_(std::move(options)) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Options options_;
};

}  // namespace slipway::train::nn
