#pragma once
// What TensorFlow's 3-D convolutions and pools say of their windows, in either data format, and how ours say it back.

#include "ir/wire/tf_window.h"

namespace slipway::wire {

struct TfWindow3D {
  std::array<int, 3> sizes{1, 1, 1}, strides{1, 1, 1}, dilations{1, 1, 1};  // depth, height, width
  ops::Padding padding = ops::Padding::kValid;
  bool ncdhw = false;
};

// From ksize, strides, dilations, padding and data_format. Sizes and strides over batch or channels are refused.
Result<TfWindow3D> ReadTfWindow3D(const TfNode&);
// x from the node's data format to NDHWC; y back.
Result<ir::ValueId> WindowInput3D(const TfWindow3D&, TfImporter&, ir::ValueId x);
Result<std::vector<ir::ValueId>> WindowOutput3D(const TfWindow3D&, TfImporter&, Result<std::vector<ir::ValueId>> y);

template <class Op>
void SetWindow3D(const TfWindow3D& w, Op* op) {
  op->stride_d = w.strides[0];
  op->stride_h = w.strides[1];
  op->stride_w = w.strides[2];
  op->dilation_d = w.dilations[0];
  op->dilation_h = w.dilations[1];
  op->dilation_w = w.dilations[2];
  op->padding = w.padding;
}
// strides, dilations, padding and data_format.
template <class Op>
std::map<std::string, TfAttr> Window3DAttrs(const Op& op) {
  return {{"strides", std::vector<int64_t>{1, op.stride_d, op.stride_h, op.stride_w, 1}},
          {"dilations", std::vector<int64_t>{1, op.dilation_d, op.dilation_h, op.dilation_w, 1}},
          {"padding", std::string(EnumNames(op.padding)[static_cast<size_t>(op.padding)])},
          {"data_format", std::string("NDHWC")}};
}

}  // namespace slipway::wire
