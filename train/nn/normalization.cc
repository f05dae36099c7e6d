#include "train/nn/normalization.h"

#include "ops/assign_moving_average/assign_moving_average.h"
#include "ops/batch_norm/batch_norm.h"
#include "ops/batch_norm_train/batch_norm_train.h"
#include "train/nn/arithmetic.h"

namespace slipway::train::nn {

Status BatchNormalization::Build(const std::vector<TensorType>& inputs) {
  const Shape& x = inputs[0].shape;
  if (!x.has_rank() || x.rank() < 2 || x.back() < 1)
    return BadInput("the input is ", inputs[0], ", expected [batch, ..., channels] with known channels");
  if (options_.momentum < 0 || options_.momentum > 1)
    return UsageError("momentum is ", options_.momentum, ", expected 0 to 1");
  channels_ = x.back();
  Shape shape = {channels_};
  if (options_.scale) {
    ASSIGN_OR_RETURN(gamma_, AddVariable("gamma", options_.gamma_initializer, shape, options_.gamma_regularizer));
  }
  if (options_.center) {
    ASSIGN_OR_RETURN(beta_, AddVariable("beta", options_.beta_initializer, shape, options_.beta_regularizer));
  }
  ASSIGN_OR_RETURN(moving_mean_, AddVariable("moving_mean", options_.moving_mean_initializer, shape, false));
  ASSIGN_OR_RETURN(moving_variance_,
                   AddVariable("moving_variance", options_.moving_variance_initializer, shape, false));
  return OkStatus();
}

Value BatchNormalization::Call(const std::vector<Value>& inputs, const CallContext& context) {
  auto constant = [&](double v) -> Value {
    return Tensor::Of<float>({channels_}, std::vector<float>(static_cast<size_t>(channels_), static_cast<float>(v)));
  };
  Value gamma = gamma_ ? Read(gamma_) : constant(1), beta = beta_ ? Read(beta_) : constant(0);
  auto epsilon = static_cast<float>(options_.epsilon), momentum = static_cast<float>(options_.momentum);
  if (!context.training)
    return Apply(ops::BatchNorm{epsilon}, {inputs[0], gamma, beta, Read(moving_mean_), Read(moving_variance_)});
  std::vector<Value> results = ApplyMany(ops::BatchNormTrain{epsilon}, {inputs[0], gamma, beta});
  for (const auto& [moving, batch] : {std::pair(moving_mean_, results[1]), std::pair(moving_variance_, results[2])}) {
    Status moved = Update({&moving, 1},
                          [&](std::span<const int> id) {
                            return ops::AssignMovingAverage{id[0], momentum};
                          },
                          {batch});
    if (!moved.ok()) return moved;
  }
  return results[0];
}

namespace {

Result<int64_t> ChannelsOf(const TensorType& x) {
  if (!IsFloat(x.dtype) || !x.shape.has_rank() || x.shape.rank() < 2 || x.shape.back() < 1)
    return BadInput("the input is ", x, ", expected float [batch, ..., channels] with known channels");
  return x.shape.back();
}

Value Normalized(const Value& x, const std::vector<int64_t>& axes, double epsilon) {
  Value centered = x - Mean(x, axes, true);
  return centered / Sqrt(Mean(Square(centered), axes, true) + epsilon);
}

Value ScaledAndShifted(Value y, const VariablePtr& gamma, const VariablePtr& beta) {
  if (gamma) y = y * Read(gamma);
  return beta ? y + Read(beta) : y;
}

}  // namespace

Status LayerNormalization::Build(const std::vector<TensorType>& inputs) {
  ASSIGN_OR_RETURN(int64_t channels, ChannelsOf(inputs[0]));
  if (options_.scale) {
    ASSIGN_OR_RETURN(gamma_, AddVariable("gamma", options_.gamma_initializer, {channels}));
  }
  if (options_.center) {
    ASSIGN_OR_RETURN(beta_, AddVariable("beta", options_.beta_initializer, {channels}));
  }
  return OkStatus();
}

Value LayerNormalization::Call(const std::vector<Value>& inputs, const CallContext&) {
  return ScaledAndShifted(Normalized(inputs[0], {-1}, options_.epsilon), gamma_, beta_);
}

Status GroupNormalization::Build(const std::vector<TensorType>& inputs) {
  ASSIGN_OR_RETURN(int64_t channels, ChannelsOf(inputs[0]));
  if (options_.groups == -1) options_.groups = channels;
  if (options_.groups < 1 || channels % options_.groups != 0)
    return UsageError("groups is ", options_.groups, ", which must divide ", channels, " channels");
  if (options_.scale) {
    ASSIGN_OR_RETURN(gamma_, AddVariable("gamma", options_.gamma_initializer, {channels}));
  }
  if (options_.center) {
    ASSIGN_OR_RETURN(beta_, AddVariable("beta", options_.beta_initializer, {channels}));
  }
  return OkStatus();
}

Value GroupNormalization::Call(const std::vector<Value>& inputs, const CallContext&) {
  const Value& x = inputs[0];
  std::vector<int64_t> whole(x.shape().begin(), x.shape().end());
  int64_t positions = 1;
  for (size_t i = 1; i + 1 < whole.size(); ++i) {
    if (whole[i] < 1) return BadInput("the input is ", x.type(), "; only its batch size may be unknown");
    positions *= whole[i];
  }
  Value grouped = Reshape(x, {whole[0], positions, options_.groups, whole.back() / options_.groups});
  return ScaledAndShifted(Reshape(Normalized(grouped, {1, 3}, options_.epsilon), whole), gamma_, beta_);
}

Status RMSNormalization::Build(const std::vector<TensorType>& inputs) {
  ASSIGN_OR_RETURN(int64_t channels, ChannelsOf(inputs[0]));
  ASSIGN_OR_RETURN(scale_, AddVariable("scale", Ones(), {channels}));
  return OkStatus();
}

Value RMSNormalization::Call(const std::vector<Value>& inputs, const CallContext&) {
  const Value& x = inputs[0];
  Value y = x / Sqrt(Mean(Square(x), {-1}, true) + options_.epsilon);
  return y * Read(scale_);
}

}  // namespace slipway::train::nn
