#pragma once
// Pooling over NHWC images.

#include "ops/attributes.h"
#include "train/nn/layer.h"

namespace slipway::train::nn {

struct PoolingOptions {
  std::vector<int64_t> pool_size = {2, 2};
  std::vector<int64_t> strides;  // empty: as pool_size
  ops::Padding padding = ops::Padding::kValid;
  static void Fields(auto& o, auto&& f) {
    f("pool_size", o.pool_size);
    f("strides", o.strides);
    f("padding", o.padding);
  }
};

struct GlobalPoolingOptions {
  bool keepdims = false;
  static void Fields(auto& o, auto&& f) { f("keepdims", o.keepdims); }
};

class MaxPooling2D final : public Layer {
 public:
  using Options = PoolingOptions;
  explicit MaxPooling2D(PoolingOptions options = {}, std::string name = {})
      : Layer("MaxPooling2D", std::move(name)), options_(std::move(options)) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  PoolingOptions options_;
};

// Padding takes no part in the mean.
class AveragePooling2D final : public Layer {
 public:
  using Options = PoolingOptions;
  explicit AveragePooling2D(PoolingOptions options = {}, std::string name = {})
      : Layer("AveragePooling2D", std::move(name)), options_(std::move(options)) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  PoolingOptions options_;
};

class GlobalAveragePooling2D final : public Layer {
 public:
  using Options = GlobalPoolingOptions;
  explicit GlobalAveragePooling2D(Options options = {}, std::string name = {})
      : Layer("GlobalAveragePooling2D", std::move(name)), keepdims_(options.keepdims) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  bool keepdims_;
};

class GlobalMaxPooling2D final : public Layer {
 public:
  using Options = GlobalPoolingOptions;
  explicit GlobalMaxPooling2D(Options options = {}, std::string name = {})
      : Layer("GlobalMaxPooling2D", std::move(name)), keepdims_(options.keepdims) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  bool keepdims_;
};

}  // namespace slipway::train::nn
