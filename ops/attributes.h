#pragma once
// Attribute types that several ops share.

#include <cstdint>
#include <span>

#include "base/tensor.h"

namespace slipway::ops {

// kSame: out = ceil(in / stride), padding split evenly with the odd element at the end. kValid: no padding.
enum class Padding { kSame, kValid };
std::span<const char* const> EnumNames(Padding);

// What a TFLite op may apply to its result.
enum class Activation { kNone, kRelu, kReluN1To1, kRelu6, kTanh, kSignBit };
std::span<const char* const> EnumNames(Activation);

// kTf: HWIO (depthwise: HWCM). kTflite: OHWI (depthwise: 1HWO with O = C*M).
enum class FilterLayout { kTf, kTflite };
std::span<const char* const> EnumNames(FilterLayout);

// One spatial dimension of a convolution or pooling. Unknown (-1) sizes give unknown results.
struct Window {
  int64_t in = 0, filter = 1, stride = 1, dilation = 1;
  Padding padding = Padding::kValid;
  int64_t EffectiveFilter() const { return (filter - 1) * dilation + 1; }
  // Output size; at least 0. Source: TensorFlow's padding rules (nn convolution notes).
  int64_t Output() const;
  // Does TensorFlow take it? Its VALID sizes are rounded to zero: that of a window which is larger than the input by
  // less than two strides is 0, that of a larger one is negative. An empty input fits any window.
  bool Fits() const;
  // Padding before the first element.
  int64_t PadBefore() const;
  int64_t PadAfter() const;
};

// The float range of an activation: lo = -inf / hi = +inf where it does not clamp (kTanh and kSignBit do not clamp).
void ActivationRange(Activation, float* lo, float* hi);

// The codes that an activation lets through for a result of quantized type `dtype` with one scale (TFLite's rule).
struct CodeRange {
  int32_t lo, hi;
};
CodeRange QuantizedActivationRange(Activation, DType dtype, const Quantization&);

// kernel sizes, strides and dilations of untrusted models: positive and below 2^31.
Status CheckPositive(int64_t v, const char* what);

}  // namespace slipway::ops
