#include "train/nn/sequence_layers.h"

#include <cmath>

#include "base/random.h"
#include "ops/average_pool_2d/average_pool_2d.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/dropout/dropout.h"
#include "ops/expand_dims/expand_dims.h"
#include "ops/gather/gather.h"
#include "ops/max_pool_2d/max_pool_2d.h"
#include "ops/pad/pad.h"
#include "ops/squeeze/squeeze.h"
#include "ops/tile/tile.h"
#include "ops/transpose/transpose.h"
#include "train/nn/arithmetic.h"

namespace slipway::train::nn {

namespace {

Status CheckSequences(const TensorType& input) {
  if (!IsFloat(input.dtype) || !input.shape.has_rank() || input.shape.rank() != 3 || input.shape[2] < 1)
    return BadInput("the input is ", input, ", expected float sequences [batch, steps, channels] with known channels");
  return OkStatus();
}

// Sequences as images of one row, and back.
Value ToImages(const Value& x) { return Apply(ops::ExpandDims{}, {x, Scalar(1, DType::kI32)}); }
Value ToSequences(const Value& x) { return Apply(ops::Squeeze{.axes = {1}}, {x}); }

template <class Op>
Value Pool(const Pooling1DOptions& o, const Value& x) {
  if (Status s = CheckSequences(x.type()); !s.ok()) return s;
  const int64_t stride = o.strides.value_or(o.pool_size);
  if (o.pool_size < 1 || stride < 1) return UsageError("pool_size and strides must be at least 1");
  Op op;
  op.filter_h = op.stride_h = 1;
  op.filter_w = static_cast<int>(o.pool_size);
  op.stride_w = static_cast<int>(stride);
  op.padding = o.padding;
  return ToSequences(Apply(op, {ToImages(x)}));
}

Value Transposed(const Value& x, std::initializer_list<int64_t> order) {
  return Apply(ops::Transpose{}, {x, IntVector(order)});
}

}  // namespace

Status Conv1D::Build(const std::vector<TensorType>& inputs) {
  const Options& o = options_;
  RETURN_IF_ERROR(CheckSequences(inputs[0]));
  for (int64_t v : {o.filters, o.kernel_size, o.strides, o.dilation_rate, o.groups})
    if (v < 1 || v > 1 << 20)
      return UsageError("filters, kernel_size, strides, dilation_rate and groups must be at least 1");
  const int64_t channels = inputs[0].shape[2];
  if (channels % o.groups != 0 || o.filters % o.groups != 0)
    return UsageError("groups is ", o.groups, ", which must divide ", channels, " input channels and ", o.filters,
                      " filters");
  ASSIGN_OR_RETURN(kernel_, AddVariable("kernel", o.kernel_initializer, {o.kernel_size, channels / o.groups, o.filters},
                                        o.kernel_regularizer));
  if (o.use_bias) {
    ASSIGN_OR_RETURN(bias_, AddVariable("bias", o.bias_initializer, {o.filters}, o.bias_regularizer));
  }
  return OkStatus();
}

Value Conv1D::Call(const std::vector<Value>& inputs, const CallContext&) {
  const Options& o = options_;
  Value x = inputs[0];
  if (o.padding == SequencePadding::kCausal) {
    const auto before = static_cast<int32_t>((o.kernel_size - 1) * o.dilation_rate);
    x = Apply(ops::Pad{}, {x, Tensor::Of<int32_t>({3, 2}, {0, 0, before, 0, 0, 0})});
  }
  ops::Conv2D op;
  op.stride_w = static_cast<int>(o.strides);
  op.dilation_w = static_cast<int>(o.dilation_rate);
  op.padding = o.padding == SequencePadding::kSame ? ops::Padding::kSame : ops::Padding::kValid;
  Value kernel = Apply(ops::ExpandDims{}, {Read(kernel_), Scalar(0, DType::kI32)});
  Value y = ToSequences(Apply(op, {ToImages(x), kernel, bias_ ? Read(bias_) : Value()}));
  return Activate(o.activation, y);
}

Value MaxPooling1D::Call(const std::vector<Value>& inputs, const CallContext&) {
  return Pool<ops::MaxPool2D>(options_, inputs[0]);
}

Value AveragePooling1D::Call(const std::vector<Value>& inputs, const CallContext&) {
  return Pool<ops::AveragePool2D>(options_, inputs[0]);
}

Value GlobalAveragePooling1D::Call(const std::vector<Value>& inputs, const CallContext&) {
  if (Status s = CheckSequences(inputs[0].type()); !s.ok()) return s;
  return Mean(inputs[0], {1}, options_.keepdims);
}

Value GlobalMaxPooling1D::Call(const std::vector<Value>& inputs, const CallContext&) {
  if (Status s = CheckSequences(inputs[0].type()); !s.ok()) return s;
  return Max(inputs[0], {1}, options_.keepdims);
}

Status Embedding::Build(const std::vector<TensorType>& inputs) {
  const Options& o = options_;
  if (inputs[0].dtype != DType::kI32 && inputs[0].dtype != DType::kI64)
    return BadInput("the input is ", inputs[0], ", expected i32 or i64 numbers of rows");
  if (o.input_dim < 1 || o.output_dim < 1)
    return UsageError("input_dim is ", o.input_dim, " and output_dim ", o.output_dim, ", expected at least 1");
  ASSIGN_OR_RETURN(table_, AddVariable("embeddings", o.embeddings_initializer, {o.input_dim, o.output_dim},
                                       o.embeddings_regularizer));
  return OkStatus();
}

Value Embedding::Call(const std::vector<Value>& inputs, const CallContext&) {
  return Apply(ops::Gather{}, {Read(table_), inputs[0]});
}

Result<MultiHeadAttention::Projection> MultiHeadAttention::AddProjection(const char* name, const Shape& kernel,
                                                                         const Shape& bias) {
  Projection p;
  ASSIGN_OR_RETURN(p.kernel, AddVariable(StrCat(name, "/kernel"), options_.kernel_initializer, kernel));
  if (options_.use_bias) {
    ASSIGN_OR_RETURN(p.bias, AddVariable(StrCat(name, "/bias"), options_.bias_initializer, bias));
  }
  return p;
}

Status MultiHeadAttention::Build(const std::vector<TensorType>& inputs) {
  const Options& o = options_;
  if (inputs.size() > 3) return UsageError("MultiHeadAttention has ", inputs.size(), " inputs, expected 1 to 3");
  for (const TensorType& x : inputs) RETURN_IF_ERROR(CheckSequences(x));
  if (o.num_heads < 1 || o.key_dim < 1 || o.value_dim.value_or(1) < 1)
    return UsageError("num_heads, key_dim and value_dim must be at least 1");
  if (!(o.dropout >= 0 && o.dropout < 1))
    return UsageError("dropout is ", o.dropout, ", expected 0 or more and less than 1");
  const int64_t value_dim = o.value_dim.value_or(o.key_dim), d = inputs[0].shape[2];
  const TensorType &value = inputs.size() > 1 ? inputs[1] : inputs[0], &key = inputs.size() > 2 ? inputs[2] : value;
  ASSIGN_OR_RETURN(query_, AddProjection("query", {d, o.num_heads, o.key_dim}, {o.num_heads, o.key_dim}));
  ASSIGN_OR_RETURN(key_, AddProjection("key", {key.shape[2], o.num_heads, o.key_dim}, {o.num_heads, o.key_dim}));
  ASSIGN_OR_RETURN(value_, AddProjection("value", {value.shape[2], o.num_heads, value_dim}, {o.num_heads, value_dim}));
  ASSIGN_OR_RETURN(output_, AddProjection("attention_output", {o.num_heads, value_dim, d}, {d}));
  return OkStatus();
}

// [batch, steps, d] -> [batch, heads, steps, dim].
Value MultiHeadAttention::Heads(const Value& x, const Projection& p) const {
  const Shape& kernel = p.kernel->type().shape;
  const int64_t heads = kernel[1], dim = kernel[2], steps = x.shape()[1];
  if (steps < 1) return BadInput("the input is ", x.type(), ", expected a known number of steps");
  Value y = MatMul(x, Reshape(Read(p.kernel), {kernel[0], heads * dim}));
  if (p.bias) y = y + Reshape(Read(p.bias), {heads * dim});
  return Transposed(Reshape(y, {-1, steps, heads, dim}), {0, 2, 1, 3});
}

Value MultiHeadAttention::Dropped(const Value& weights, const CallContext& context) const {
  if (!context.training || options_.dropout == 0) return weights;
  if (context.step.absent()) return UsageError("dropout needs CallContext::step in training");
  const auto key = static_cast<int64_t>(StreamKey(seed(), name()));
  return Apply(ops::Dropout{.rate = static_cast<float>(options_.dropout), .key = key}, {weights, context.step});
}

Value MultiHeadAttention::Call(const std::vector<Value>& inputs, const CallContext& context) {
  const Value &query = inputs[0], &value = inputs.size() > 1 ? inputs[1] : inputs[0],
              &key = inputs.size() > 2 ? inputs[2] : value;
  Value q = Heads(query, query_) / std::sqrt(static_cast<double>(options_.key_dim));
  Value scores = MatMul(q, Heads(key, key_), false, true);
  if (!scores.ok()) return scores;
  const int64_t steps = query.shape()[1], seen = key.shape()[1];
  if (options_.use_causal_mask) {
    std::vector<float> later(static_cast<size_t>(steps * seen));
    for (int64_t i = 0; i < steps * seen; ++i) later[static_cast<size_t>(i)] = i % seen > i / seen ? -1e9f : 0;
    scores = scores + Value(Tensor::Of<float>({steps, seen}, std::span<const float>(later)));
  }
  Value weights = Dropped(Softmax(scores), context);
  Value mixed = Transposed(MatMul(weights, Heads(value, value_)), {0, 2, 1, 3});
  const Shape& kernel = output_.kernel->type().shape;
  const int64_t width = kernel[0] * kernel[1];
  Value joined = Reshape(mixed, {-1, steps, width});
  Value y = MatMul(joined, Reshape(Read(output_.kernel), {width, kernel[2]}));
  return output_.bias ? y + Read(output_.bias) : y;
}

Value RepeatVector::Call(const std::vector<Value>& inputs, const CallContext&) {
  if (options_.n < 1) return UsageError("n is ", options_.n, ", expected at least 1");
  if (inputs[0].shape().rank() != 2) return BadInput("the input is ", inputs[0].type(), ", expected [batch, features]");
  return Apply(ops::Tile{}, {ToImages(inputs[0]), IntVector({1, options_.n, 1})});
}

}  // namespace slipway::train::nn
