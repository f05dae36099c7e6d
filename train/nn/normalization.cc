#include "train/nn/normalization.h"

#include "ops/assign_moving_average/assign_moving_average.h"
#include "ops/batch_norm/batch_norm.h"
#include "ops/batch_norm_train/batch_norm_train.h"
#include "train/nn/functional.h"

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
    ASSIGN_OR_RETURN(gamma_, AddVariable("gamma", options_.gamma_initializer, shape));
  }
  if (options_.center) {
    ASSIGN_OR_RETURN(beta_, AddVariable("beta", options_.beta_initializer, shape));
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

}  // namespace slipway::train::nn
