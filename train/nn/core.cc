#include "train/nn/core.h"

#include "base/random.h"
#include "ops/dropout/dropout.h"
#include "ops/leaky_relu/leaky_relu.h"
#include "ops/prelu/prelu.h"
#include "ops/transpose/transpose.h"
#include "train/nn/arithmetic.h"

namespace slipway::train::nn {

Status Dense::Build(const std::vector<TensorType>& inputs) {
  const Shape& x = inputs[0].shape;
  if (options_.units < 1) return UsageError("units is ", options_.units, ", expected at least 1");
  if (!x.has_rank() || x.rank() < 2 || x.back() < 1)
    return BadInput("the input is ", inputs[0], ", expected [batch, ..., features] with a known number of features");
  ASSIGN_OR_RETURN(kernel_, AddVariable("kernel", options_.kernel_initializer, {x.back(), options_.units},
                                        options_.kernel_regularizer));
  if (options_.use_bias) {
    ASSIGN_OR_RETURN(bias_,
                     AddVariable("bias", options_.bias_initializer, {options_.units}, options_.bias_regularizer));
  }
  return OkStatus();
}

Value Dense::Call(const std::vector<Value>& inputs, const CallContext&) {
  Value y = MatMul(inputs[0], Read(kernel_));
  if (bias_) y = Add(y, Read(bias_));
  return Activate(options_.activation, y);
}

Value Activation::Call(const std::vector<Value>& inputs, const CallContext&) {
  return Activate(activation_, inputs[0]);
}

Value ReLU::Call(const std::vector<Value>& inputs, const CallContext&) {
  const Value& x = inputs[0];
  auto scalar = [&](double v) { return Scalar(v, x.dtype()); };
  Value y;
  if (options_.threshold == 0 && options_.negative_slope == 0) {
    y = options_.max_value == 6 ? Activate("relu6", x) : Relu(x);
    if (options_.max_value == 6) return y;
  } else if (options_.threshold == 0) {
    y = Apply(ops::LeakyRelu{.alpha = static_cast<float>(options_.negative_slope)}, {x});
  } else {
    Value below = Mul(Sub(x, scalar(options_.threshold)), scalar(options_.negative_slope));
    y = Where(Greater(x, scalar(options_.threshold)), x, below);
  }
  return options_.max_value >= 0 ? Minimum(y, scalar(options_.max_value)) : y;
}

Value LeakyReLU::Call(const std::vector<Value>& inputs, const CallContext&) {
  return Apply(ops::LeakyRelu{.alpha = static_cast<float>(slope_)}, {inputs[0]});
}

Value SoftmaxLayer::Call(const std::vector<Value>& inputs, const CallContext&) { return Softmax(inputs[0]); }

namespace {

Value Drop(const Value& x, double rate, uint64_t key, const CallContext& context) {
  if (context.step.absent()) return UsageError("dropout needs CallContext::step in training");
  return Apply(ops::Dropout{.rate = static_cast<float>(rate), .key = static_cast<int64_t>(key)}, {x, context.step});
}

Status CheckRate(double rate) {
  if (rate >= 0 && rate < 1) return OkStatus();
  return UsageError("rate is ", rate, ", expected 0 or more and less than 1");
}

}  // namespace

Value Dropout::Call(const std::vector<Value>& inputs, const CallContext& context) {
  if (Status s = CheckRate(rate_); !s.ok()) return s;
  if (!context.training || rate_ == 0) return inputs[0];
  return Drop(inputs[0], rate_, StreamKey(seed(), name()), context);
}

Value SpatialDropout::Call(const std::vector<Value>& inputs, const CallContext& context) {
  const Value& x = inputs[0];
  if (Status s = CheckRate(rate_); !s.ok()) return s;
  if (x.shape().rank() < 3) return BadInput("the input is ", x.type(), ", expected [batch, positions..., channels]");
  if (!context.training || rate_ == 0) return x;
  std::vector<int64_t> positions;
  for (int i = 1; i + 1 < x.shape().rank(); ++i) positions.push_back(i);
  Value ones = 0 * Max(x, positions, true) + 1;
  return x * Drop(ones, rate_, StreamKey(seed(), name()), context);
}

Value ELU::Call(const std::vector<Value>& inputs, const CallContext&) {
  if (alpha_ == 1) return Activate("elu", inputs[0]);
  const Value& x = inputs[0];
  Value zero = Scalar(0, x.dtype()), below = alpha_ * (Exp(Minimum(x, zero)) - 1);
  return Where(Greater(x, zero), x, below);
}

Status PReLU::Build(const std::vector<TensorType>& inputs) {
  const Shape& x = inputs[0].shape;
  if (!IsFloat(inputs[0].dtype) || !x.has_rank() || x.rank() < 2)
    return BadInput("the input is ", inputs[0], ", expected a batch of float tensors");
  std::vector<int64_t> dims(x.begin() + 1, x.end());
  for (int64_t axis : options_.shared_axes) {
    if (axis < 1 || axis > static_cast<int64_t>(dims.size()))
      return UsageError("shared_axes has ", axis, ", expected 1 to ", dims.size());
    dims[static_cast<size_t>(axis - 1)] = 1;
  }
  for (int64_t d : dims)
    if (d < 1) return BadInput("the input is ", inputs[0], "; sizes of axes that are not shared must be known");
  ASSIGN_OR_RETURN(alpha_, AddVariable("alpha", options_.alpha_initializer, Shape(dims)));
  return OkStatus();
}

Value PReLU::Call(const std::vector<Value>& inputs, const CallContext&) {
  return Apply(ops::Prelu{}, {inputs[0], Read(alpha_)});
}

Value Rescaling::Call(const std::vector<Value>& inputs, const CallContext&) {
  Value y = IsFloat(inputs[0].dtype()) ? inputs[0] : Cast(inputs[0], DType::kF32);
  if (options_.scale != 1) y = y * options_.scale;
  return options_.offset != 0 ? y + options_.offset : y;
}

Value Permute::Call(const std::vector<Value>& inputs, const CallContext&) {
  std::vector<int64_t> order = {0};
  order.insert(order.end(), dims_.begin(), dims_.end());
  return Apply(ops::Transpose{}, {inputs[0], IntVector(order)});
}

Value Flatten::Call(const std::vector<Value>& inputs, const CallContext&) {
  const Shape& x = inputs[0].shape();
  if (!x.has_rank() || x.rank() < 1) return BadInput("the input is ", inputs[0].type(), ", expected a batch");
  int64_t features = 1;
  for (int i = 1; i < x.rank(); ++i) {
    if (x[i] == kUnknownDim) return BadInput("the input is ", inputs[0].type(), "; only its batch size may be unknown");
    features *= x[i];
  }
  return Reshape(inputs[0], {x[0], features});  // -1 where the batch size is unknown
}

Value ReshapeLayer::Call(const std::vector<Value>& inputs, const CallContext&) {
  const Shape& x = inputs[0].shape();
  if (!x.has_rank() || x.rank() < 1) return BadInput("the input is ", inputs[0].type(), ", expected a batch");
  int64_t elements = 1, known = 1, open = 0;
  for (int i = 1; i < x.rank(); ++i) {
    if (x[i] == kUnknownDim) return BadInput("the input is ", inputs[0].type(), "; only its batch size may be unknown");
    elements *= x[i];
  }
  for (int64_t d : target_) {
    if (d < -1 || d == 0) return UsageError("target_shape has a dimension of ", d);
    if (d > 0 && __builtin_mul_overflow(known, d, &known)) return UsageError("target_shape is too large");
    open += d == -1;
  }
  if (open > 1) return UsageError("target_shape has more than one -1");
  if (open ? elements % known != 0 : elements != known)
    return BadInput("the input is ", inputs[0].type(), " with ", elements, " elements per example; they do not fit [",
                    StrJoin(target_, ", "), "]");
  std::vector<int64_t> shape = {x[0]};
  for (int64_t d : target_) shape.push_back(d == -1 ? elements / known : d);
  return Reshape(inputs[0], shape);
}

}  // namespace slipway::train::nn
