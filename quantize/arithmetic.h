#pragma once
// The affine schemes of TFLite's 8- and 16-bit quantization:  real = scale (q - zero_point).

#include <cstdint>
#include <optional>
#include <span>

#include "base/tensor.h"

namespace slipway::quantize {

struct Range {
  float min = 0, max = 0;
};

// The range is widened to contain 0. i8: scale = (max - min) / 255, zero point = round(-128 - min / scale); i16: scale
// = max(-min, max) / 32767, zero point 0. A range of one point (0) gets a scale that serves.
Quantization ActivationQuant(Range, DType dtype = DType::kI8);

// int8 or int4 weights, symmetric in [-127, 127] or [-7, 7]: scale = max|w| / 127 (7) per index of `axis`, or one scale
// (axis -1). Weights that are multiples of a coarser step (quantization-aware training) keep it. `least_scale`, if
// given, is a lower bound per channel.
Tensor QuantizeWeights(const Tensor& weights, int axis, std::span<const float> least_scale = {},
                       DType dtype = DType::kI8);

// round(x / scale) + zero_point, clamped to the dtype (i8, u8, i16).
Tensor QuantizeActivations(const Tensor& values, const Quantization&, DType dtype);

// i32 or i64 bias with scale input_scale * weights_scale[c].
Tensor QuantizeBias(const Tensor& bias, float input_scale, std::span<const float> weights_scale,
                    DType dtype = DType::kI32);
// The bias of a layer whose activations are i8 or i16, and the largest code that leaves its kernels room for the sum.
constexpr DType BiasType(DType activations) { return activations == DType::kI16 ? DType::kI64 : DType::kI32; }
constexpr float LargestBias(DType activations) { return activations == DType::kI16 ? 0x1p46f : 0x1p30f; }

// The least and the largest element, {inf, -inf} of none; nothing where an element is NaN or infinite.
std::optional<Range> FiniteRange(std::span<const float> elements);
// Widened to contain 0.
Range RangeOf(const Tensor& values);
// No NaN and no infinity among float elements; true for other dtypes.
bool IsFinite(const Tensor& values);

}  // namespace slipway::quantize
