#pragma once
// What TensorFlow's convolutions and pools say of their windows, in either data format, and how ours say it back.

#include <map>
#include <string>
#include <vector>

#include "ir/wire/tf.h"
#include "ops/attributes.h"

namespace slipway::wire {

struct TfWindow {
  int stride_h = 1, stride_w = 1, dilation_h = 1, dilation_w = 1;
  int filter_h = 1, filter_w = 1;  // ksize, of pools
  ops::Padding padding = ops::Padding::kValid;
  bool nchw = false;
  std::vector<int64_t> pads;  // EXPLICIT: top, bottom, left, right; else empty
};

// From strides, dilations, ksize, padding, explicit_paddings and data_format. Strides over batch or channels are
// refused.
Result<TfWindow> ReadTfWindow(const TfNode&);
// x in NHWC, with the explicit padding applied (`value` in the padded elements).
Result<ir::ValueId> WindowInput(const TfWindow&, TfImporter&, ir::ValueId x, float value = 0);
// y in the node's data format.
Result<std::vector<ir::ValueId>> WindowOutput(const TfWindow&, TfImporter&, Result<std::vector<ir::ValueId>> y);

// [1, h, w, 1]
std::vector<int64_t> Spatial(int h, int w);
// BiasAdd where operand `bias` is there, then the activation; sets output 0.
Status EmitBiasAndActivation(TfExporter&, TfRef y, int bias, ops::Activation);

}  // namespace slipway::wire
