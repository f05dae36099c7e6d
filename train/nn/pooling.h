#pragma once
// Pooling over NHWC images.

#include "ops/attributes.h"
#include "train/nn/layer.h"

namespace slipway::train::nn {

struct PoolingOptions {
  std::vector<int64_t> pool_size = {2, 2};
  std::vector<int64_t> strides;  // empty: as pool_size
  ops::Padding padding = ops::Padding::kValid;
};

class MaxPooling2D final : public Layer {
 public:
  explicit MaxPooling2D(PoolingOptions options = {}, std::string name = {})
      : Layer("MaxPooling2D", std::move(name)), options_(std::move(options)) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  PoolingOptions options_;
};

// Padding takes no part in the mean.
class AveragePooling2D final : public Layer {
 public:
  explicit AveragePooling2D(PoolingOptions options = {}, std::string name = {})
      : Layer("AveragePooling2D", std::move(name)), options_(std::move(options)) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  PoolingOptions options_;
};

class GlobalAveragePooling2D final : public Layer {
 public:
  explicit GlobalAveragePooling2D(bool keepdims = false, std::string name = {})
      : Layer("GlobalAveragePooling2D", std::move(name)), keepdims_(keepdims) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  bool keepdims_;
};

class GlobalMaxPooling2D final : public Layer {
 public:
  explicit GlobalMaxPooling2D(bool keepdims = false, std::string name = {})
      : Layer("GlobalMaxPooling2D", std::move(name)), keepdims_(keepdims) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  bool keepdims_;
};

}  // namespace slipway::train::nn
