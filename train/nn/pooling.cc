#include "train/nn/pooling.h"

#include "ops/average_pool_2d/average_pool_2d.h"
#include "ops/max_pool_2d/max_pool_2d.h"
#include "train/nn/convolution.h"
#include "train/nn/functional.h"

namespace slipway::train::nn {

namespace {

template <class Op>
Value Pool(const PoolingOptions& options, const Value& x) {
  std::vector<int64_t> size = options.pool_size, strides = options.strides.empty() ? size : options.strides;
  if (Status s = CheckImages(x.type()); !s.ok()) return s;
  if (Status s = ToPair("pool_size", &size); !s.ok()) return s;
  if (Status s = ToPair("strides", &strides); !s.ok()) return s;
  Op op;
  op.filter_h = static_cast<int>(size[0]);
  op.filter_w = static_cast<int>(size[1]);
  op.stride_h = static_cast<int>(strides[0]);
  op.stride_w = static_cast<int>(strides[1]);
  op.padding = options.padding;
  return Apply(op, {x});
}

}  // namespace

Value MaxPooling2D::Call(const std::vector<Value>& inputs, const CallContext&) {
  return Pool<ops::MaxPool2D>(options_, inputs[0]);
}

Value AveragePooling2D::Call(const std::vector<Value>& inputs, const CallContext&) {
  return Pool<ops::AveragePool2D>(options_, inputs[0]);
}

Value GlobalAveragePooling2D::Call(const std::vector<Value>& inputs, const CallContext&) {
  if (Status s = CheckImages(inputs[0].type()); !s.ok()) return s;
  return Mean(inputs[0], {1, 2}, keepdims_);
}

Value GlobalMaxPooling2D::Call(const std::vector<Value>& inputs, const CallContext&) {
  if (Status s = CheckImages(inputs[0].type()); !s.ok()) return s;
  return Max(inputs[0], {1, 2}, keepdims_);
}

}  // namespace slipway::train::nn
