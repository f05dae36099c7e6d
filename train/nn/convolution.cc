#include "train/nn/convolution.h"

#include "ops/conv_2d/conv_2d.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/pad/pad.h"
#include "train/nn/functional.h"

namespace slipway::train::nn {

namespace {

template <class Op>
Op WindowOf(const std::vector<int64_t>& strides, const std::vector<int64_t>& dilation, ops::Padding padding) {
  Op op;
  op.stride_h = static_cast<int>(strides[0]);
  op.stride_w = static_cast<int>(strides[1]);
  op.dilation_h = static_cast<int>(dilation[0]);
  op.dilation_w = static_cast<int>(dilation[1]);
  op.padding = padding;
  return op;
}

}  // namespace

Status ToPair(const char* what, std::vector<int64_t>* sizes) {
  if (sizes->size() == 1) sizes->push_back((*sizes)[0]);
  if (sizes->size() != 2) return UsageError(what, " has ", sizes->size(), " numbers, expected one or two");
  for (int64_t v : *sizes)
    if (v < 1 || v > 1 << 20) return UsageError(what, " is ", v, ", expected at least 1");
  return OkStatus();
}

Status CheckImages(const TensorType& input) {
  if (!IsFloat(input.dtype) || !input.shape.has_rank() || input.shape.rank() != 4 || input.shape[3] < 1)
    return BadInput("the input is ", input,
                    ", expected float images [batch, height, width, channels] with known channels");
  return OkStatus();
}

Status Conv2D::Build(const std::vector<TensorType>& inputs) {
  Options& o = options_;
  RETURN_IF_ERROR(CheckImages(inputs[0]));
  RETURN_IF_ERROR(ToPair("kernel_size", &o.kernel_size));
  RETURN_IF_ERROR(ToPair("strides", &o.strides));
  RETURN_IF_ERROR(ToPair("dilation_rate", &o.dilation_rate));
  int64_t channels = inputs[0].shape[3];
  if (o.filters < 1) return UsageError("filters is ", o.filters, ", expected at least 1");
  if (o.groups < 1 || channels % o.groups != 0 || o.filters % o.groups != 0)
    return UsageError("groups is ", o.groups, ", which must divide ", channels, " input channels and ", o.filters,
                      " filters");
  ASSIGN_OR_RETURN(
      kernel_, AddVariable("kernel", o.kernel_initializer,
                           {o.kernel_size[0], o.kernel_size[1], channels / o.groups, o.filters}, o.kernel_regularizer));
  if (o.use_bias) {
    ASSIGN_OR_RETURN(bias_, AddVariable("bias", o.bias_initializer, {o.filters}, o.bias_regularizer));
  }
  return OkStatus();
}

Value Conv2D::Call(const std::vector<Value>& inputs, const CallContext&) {
  auto op = WindowOf<ops::Conv2D>(options_.strides, options_.dilation_rate, options_.padding);
  Value y = Apply(op, {inputs[0], Read(kernel_), bias_ ? Read(bias_) : Value()});
  return Activate(options_.activation, y);
}

Status DepthwiseConv2D::Build(const std::vector<TensorType>& inputs) {
  Options& o = options_;
  RETURN_IF_ERROR(CheckImages(inputs[0]));
  RETURN_IF_ERROR(ToPair("kernel_size", &o.kernel_size));
  RETURN_IF_ERROR(ToPair("strides", &o.strides));
  RETURN_IF_ERROR(ToPair("dilation_rate", &o.dilation_rate));
  if (o.depth_multiplier < 1) return UsageError("depth_multiplier is ", o.depth_multiplier, ", expected at least 1");
  int64_t channels = inputs[0].shape[3];
  ASSIGN_OR_RETURN(kernel_, AddVariable("kernel", o.depthwise_initializer,
                                        {o.kernel_size[0], o.kernel_size[1], channels, o.depth_multiplier},
                                        o.depthwise_regularizer));
  if (o.use_bias) {
    ASSIGN_OR_RETURN(bias_,
                     AddVariable("bias", o.bias_initializer, {channels * o.depth_multiplier}, o.bias_regularizer));
  }
  return OkStatus();
}

Value DepthwiseConv2D::Call(const std::vector<Value>& inputs, const CallContext&) {
  auto op = WindowOf<ops::DepthwiseConv2D>(options_.strides, options_.dilation_rate, options_.padding);
  Value y = Apply(op, {inputs[0], Read(kernel_), bias_ ? Read(bias_) : Value()});
  return Activate(options_.activation, y);
}

Value ZeroPadding2D::Call(const std::vector<Value>& inputs, const CallContext&) {
  if (inputs[0].shape().has_rank() && inputs[0].shape().rank() != 4)
    return BadInput("the input is ", inputs[0].type(), ", expected images [batch, height, width, channels]");
  const Options& o = options_;
  std::vector<int32_t> paddings;
  for (int64_t v : {int64_t{0}, int64_t{0}, o.top, o.bottom, o.left, o.right, int64_t{0}, int64_t{0}}) {
    if (v < 0 || v > 1 << 20) return UsageError("padding is ", v, ", expected 0 or more");
    paddings.push_back(static_cast<int32_t>(v));
  }
  return Apply(ops::Pad{}, {inputs[0], Tensor::Of<int32_t>({4, 2}, paddings)});
}

}  // namespace slipway::train::nn
