#include "train/nn/image_layers.h"

#include "ops/conv_2d/conv_2d.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/resize_bilinear/resize_bilinear.h"
#include "ops/resize_nearest/resize_nearest.h"
#include "ops/shape_of/shape_of.h"
#include "ops/strided_slice/strided_slice.h"
#include "ops/transpose_conv/transpose_conv.h"
#include "train/nn/arithmetic.h"
#include "train/nn/convolution.h"

namespace slipway::train::nn {

Status SeparableConv2D::Build(const std::vector<TensorType>& inputs) {
  Options& o = options_;
  RETURN_IF_ERROR(CheckImages(inputs[0]));
  RETURN_IF_ERROR(ToPair("kernel_size", &o.kernel_size));
  RETURN_IF_ERROR(ToPair("strides", &o.strides));
  RETURN_IF_ERROR(ToPair("dilation_rate", &o.dilation_rate));
  if (o.filters < 1 || o.depth_multiplier < 1) return UsageError("filters and depth_multiplier must be at least 1");
  const int64_t channels = inputs[0].shape[3];
  ASSIGN_OR_RETURN(depthwise_, AddVariable("depthwise_kernel", o.depthwise_initializer,
                                           {o.kernel_size[0], o.kernel_size[1], channels, o.depth_multiplier}));
  ASSIGN_OR_RETURN(pointwise_, AddVariable("pointwise_kernel", o.pointwise_initializer,
                                           {1, 1, channels * o.depth_multiplier, o.filters}));
  if (o.use_bias) {
    ASSIGN_OR_RETURN(bias_, AddVariable("bias", o.bias_initializer, {o.filters}));
  }
  return OkStatus();
}

Value SeparableConv2D::Call(const std::vector<Value>& inputs, const CallContext&) {
  const Options& o = options_;
  ops::DepthwiseConv2D depthwise;
  depthwise.stride_h = static_cast<int>(o.strides[0]);
  depthwise.stride_w = static_cast<int>(o.strides[1]);
  depthwise.dilation_h = static_cast<int>(o.dilation_rate[0]);
  depthwise.dilation_w = static_cast<int>(o.dilation_rate[1]);
  depthwise.padding = o.padding;
  Value y = Apply(depthwise, {inputs[0], Read(depthwise_), Value()});
  y = Apply(ops::Conv2D{}, {y, Read(pointwise_), bias_ ? Read(bias_) : Value()});
  return Activate(o.activation, y);
}

Status Conv2DTranspose::Build(const std::vector<TensorType>& inputs) {
  Options& o = options_;
  RETURN_IF_ERROR(CheckImages(inputs[0]));
  RETURN_IF_ERROR(ToPair("kernel_size", &o.kernel_size));
  RETURN_IF_ERROR(ToPair("strides", &o.strides));
  if (o.filters < 1) return UsageError("filters is ", o.filters, ", expected at least 1");
  ASSIGN_OR_RETURN(kernel_, AddVariable("kernel", o.kernel_initializer,
                                        {o.kernel_size[0], o.kernel_size[1], o.filters, inputs[0].shape[3]}));
  if (o.use_bias) {
    ASSIGN_OR_RETURN(bias_, AddVariable("bias", o.bias_initializer, {o.filters}));
  }
  return OkStatus();
}

Value Conv2DTranspose::Call(const std::vector<Value>& inputs, const CallContext&) {
  const Options& o = options_;
  const Value& x = inputs[0];
  auto size = [&](size_t axis) {
    const int64_t in = x.shape()[static_cast<int>(axis) + 1], stride = o.strides[axis];
    return in * stride + (o.padding == ops::Padding::kSame ? 0 : std::max<int64_t>(o.kernel_size[axis] - stride, 0));
  };
  if (x.shape()[1] < 1 || x.shape()[2] < 1)
    return BadInput("the input is ", x.type(), ", expected images of a known height and width");
  const int64_t batch = x.shape()[0];
  Value shape;
  if (batch == kUnknownDim) {
    Value all = Apply(ops::ShapeOf{.out_type = DType::kI32}, {x});
    Value first = Apply(ops::StridedSlice{}, {all, IntVector({0}), IntVector({1}), IntVector({1})});
    shape = Concat({first, IntVector({size(0), size(1), o.filters})}, 0);
  } else {
    shape = IntVector({batch, size(0), size(1), o.filters});
  }
  ops::TransposeConv op;
  op.stride_h = static_cast<int>(o.strides[0]);
  op.stride_w = static_cast<int>(o.strides[1]);
  op.padding = o.padding;
  Value y = Apply(op, {shape, Read(kernel_), x, bias_ ? Read(bias_) : Value()});
  if (batch == kUnknownDim) y = Reshape(y, {-1, size(0), size(1), o.filters});
  return Activate(o.activation, y);
}

Value UpSampling2D::Call(const std::vector<Value>& inputs, const CallContext&) {
  const Value& x = inputs[0];
  if (Status s = CheckImages(x.type()); !s.ok()) return s;
  if (Status s = ToPair("size", &options_.size); !s.ok()) return s;
  const int64_t h = x.shape()[1], w = x.shape()[2];
  if (h < 1 || w < 1) return BadInput("the input is ", x.type(), ", expected images of a known height and width");
  Value size = IntVector({h * options_.size[0], w * options_.size[1]});
  if (options_.interpolation == Interpolation::kNearest)
    return Apply(ops::ResizeNearest{.half_pixel_centers = true}, {x, size});
  return Apply(ops::ResizeBilinear{.half_pixel_centers = true}, {x, size});
}

Value Cropping2D::Call(const std::vector<Value>& inputs, const CallContext&) {
  const Value& x = inputs[0];
  if (Status s = CheckImages(x.type()); !s.ok()) return s;
  std::vector<int64_t> c = options_.cropping;
  if (c.size() == 1) c.push_back(c[0]);
  const int64_t h = x.shape()[1], w = x.shape()[2];
  if (c.size() != 2 || c[0] < 0 || c[1] < 0) return UsageError("cropping is one number or two, 0 or more");
  if (h < 1 || w < 1 || c[0] >= (h + 1) / 2 || c[1] >= (w + 1) / 2)
    return BadInput("the input is ", x.type(), "; cropping ", c[0], " rows and ", c[1], " columns leaves nothing");
  return Apply(ops::StridedSlice{.begin_mask = 9, .end_mask = 9},
               {x, IntVector({0, c[0], c[1], 0}), IntVector({0, h - c[0], w - c[1], 0}), IntVector({1, 1, 1, 1})});
}

}  // namespace slipway::train::nn
