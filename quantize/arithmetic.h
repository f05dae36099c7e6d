#pragma once
// The affine scheme of TFLite's 8-bit quantization specification:  real = scale (q - zero_point).

#include <cstdint>
#include <span>

#include "base/tensor.h"

namespace slipway::quantize {

struct Range {
  float min = 0, max = 0;
};

// int8 activation: the range is widened to contain 0; scale = (max - min) / 255, zero point = round(-128 - min /
// scale). A range of one point (0) gets scale 1.
Quantization ActivationQuant(Range, DType dtype = DType::kI8);

// int8 weights, symmetric in [-127, 127]: scale = max|w| / 127 per index of `axis`, or one scale (axis -1).
// `least_scale`, if given, is a lower bound per channel.
Tensor QuantizeWeights(const Tensor& weights, int axis, std::span<const float> least_scale = {});

// round(x / scale) + zero_point, clamped to the dtype (i8, u8, i16).
Tensor QuantizeActivations(const Tensor& values, const Quantization&, DType dtype);

// int32 bias with scale input_scale * weights_scale[c].
Tensor QuantizeBias(const Tensor& bias, float input_scale, std::span<const float> weights_scale);

Range RangeOf(const Tensor& values);
// No NaN and no infinity among float elements; true for other dtypes.
bool IsFinite(const Tensor& values);

}  // namespace slipway::quantize
