#pragma once
// Layers over sequences [batch, steps, channels]: convolution and pooling along the steps, and what makes sequences.

#include "ops/attributes.h"
#include "train/nn/layer.h"

namespace slipway::train::nn {

enum class SequencePadding { kSame, kValid, kCausal };
inline std::span<const char* const> EnumNames(SequencePadding) {
  static constexpr const char* kNames[] = {"same", "valid", "causal"};
  return kNames;
}

// Kernel [size, in / groups, filters]. Causal: a result sees no later step.
class Conv1D final : public Layer {
 public:
  struct Options {
    int64_t filters = 0, kernel_size = 0;  // required
    int64_t strides = 1;
    SequencePadding padding = SequencePadding::kValid;
    int64_t dilation_rate = 1, groups = 1;
    std::string activation = "linear";
    bool use_bias = true;
    Initializer kernel_initializer = GlorotUniform(), bias_initializer = Zeros();
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
  explicit Conv1D(Options options, std::string name = {})
      : Layer("Conv1D", std::move(name)), options_(std::move(options)) {}

 private:
  Status Build(const std::vector<TensorType>& inputs) override;
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Options options_;
  VariablePtr kernel_, bias_;
};

struct Pooling1DOptions {
  int64_t pool_size = 2;
  std::optional<int64_t> strides;  // none: as pool_size
  ops::Padding padding = ops::Padding::kValid;
  static void Fields(auto& o, auto&& f) {
    f("pool_size", o.pool_size);
    f("strides", o.strides);
    f("padding", o.padding);
  }
};

class MaxPooling1D final : public Layer {
 public:
  using Options = Pooling1DOptions;
  explicit MaxPooling1D(Options options = {}, std::string name = {})
      : Layer("MaxPooling1D", std::move(name)), options_(options) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Options options_;
};

class AveragePooling1D final : public Layer {
 public:
  using Options = Pooling1DOptions;
  explicit AveragePooling1D(Options options = {}, std::string name = {})
      : Layer("AveragePooling1D", std::move(name)), options_(options) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Options options_;
};

struct GlobalPooling1DOptions {
  bool keepdims = false;
  static void Fields(auto& o, auto&& f) { f("keepdims", o.keepdims); }
};

class GlobalAveragePooling1D final : public Layer {
 public:
  using Options = GlobalPooling1DOptions;
  explicit GlobalAveragePooling1D(Options options = {}, std::string name = {})
      : Layer("GlobalAveragePooling1D", std::move(name)), options_(options) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Options options_;
};

class GlobalMaxPooling1D final : public Layer {
 public:
  using Options = GlobalPooling1DOptions;
  explicit GlobalMaxPooling1D(Options options = {}, std::string name = {})
      : Layer("GlobalMaxPooling1D", std::move(name)), options_(options) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Options options_;
};

// Rows of a table [input_dim, output_dim]; numbers (i32 or i64) outside of it are errors.
class Embedding final : public Layer {
 public:
  struct Options {
    int64_t input_dim = 0, output_dim = 0;  // required
    Initializer embeddings_initializer = {.kind = InitializerKind::kRandomUniform};
    Regularizer embeddings_regularizer = {};
    static constexpr const char* kRequired[] = {"input_dim", "output_dim"};
    static void Fields(auto& o, auto&& f) {
      f("input_dim", o.input_dim);
      f("output_dim", o.output_dim);
      f("embeddings_initializer", o.embeddings_initializer);
      f("embeddings_regularizer", o.embeddings_regularizer);
    }
  };
  explicit Embedding(Options options, std::string name = {})
      : Layer("Embedding", std::move(name)), options_(std::move(options)) {}

 private:
  Status Build(const std::vector<TensorType>& inputs) override;
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Options options_;
  VariablePtr table_;
};

// Inputs: query [batch, T, d], value [batch, S, d'], and key (value, if there is none); or one input, which is all of
// them. softmax(query key^T / sqrt(key_dim)) value in each head; the heads together are projected to query's d.
// Variables as Keras': query/kernel [d, heads, key_dim], query/bias [heads, key_dim], key/..., value/...,
// attention_output/kernel [heads, value_dim, d], attention_output/bias [d].
class MultiHeadAttention final : public Layer {
 public:
  struct Options {
    int64_t num_heads = 0, key_dim = 0;  // required
    std::optional<int64_t> value_dim;    // none: key_dim
    double dropout = 0;                  // of the attention's weights
    bool use_bias = true;
    bool use_causal_mask = false;  // a step sees itself and those before it
    Initializer kernel_initializer = GlorotUniform(), bias_initializer = Zeros();
    static constexpr const char* kRequired[] = {"num_heads", "key_dim"};
    static void Fields(auto& o, auto&& f) {
      f("num_heads", o.num_heads);
      f("key_dim", o.key_dim);
      f("value_dim", o.value_dim);
      f("dropout", o.dropout);
      f("use_bias", o.use_bias);
      f("use_causal_mask", o.use_causal_mask);
      f("kernel_initializer", o.kernel_initializer);
      f("bias_initializer", o.bias_initializer);
    }
  };
  explicit MultiHeadAttention(Options options, std::string name = {})
      : Layer("MultiHeadAttention", std::move(name)), options_(std::move(options)) {}

 private:
  struct Projection {
    VariablePtr kernel, bias;
  };
  Status Build(const std::vector<TensorType>& inputs) override;
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Result<Projection> AddProjection(const char* name, const Shape& kernel, const Shape& bias);
  Value Heads(const Value& x, const Projection& projection) const;
  Value Dropped(const Value& weights, const CallContext& context) const;

  Options options_;
  Projection query_, key_, value_, output_;
};

// x n times: [batch, features] -> [batch, n, features].
class RepeatVector final : public Layer {
 public:
  struct Options {
    int64_t n = 0;
    static constexpr const char* kRequired[] = {"n"};
    static void Fields(auto& o, auto&& f) { f("n", o.n); }
  };
  explicit RepeatVector(Options options, std::string name = {})
      : Layer("RepeatVector", std::move(name)), options_(options) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Options options_;
};

}  // namespace slipway::train::nn
