#pragma once
// The quantized kernels of CONV_2D, TRANSPOSE_CONV, FULLY_CONNECTED and DEPTHWISE_CONV_2D: one preparation for all.

#include "interpreter/convolution/windows.h"
#include "interpreter/gemm/i8.h"
#include "interpreter/kernel.h"

namespace slipway::interpreter {

struct QuantizedConv {
  Windows windows;
  int x = 0, filter = 1, bias = 2;  // operands
  Shape filter_shape;               // of rank 4
  ops::FilterLayout layout = ops::FilterLayout::kTflite;
  bool transposed = false;
  ops::Activation activation = ops::Activation::kNone;
  gemm::Requantize::Rounding exact = gemm::Requantize::Rounding::kTwice;  // how TFLite's reference kernel rounds
};

// Is this i8, u8 or i16 x with integer weights?
bool IsQuantizedConv(const PrepareContext& c, int x, int filter);
// Operands and result must be quantized: one scale for x and y, one or one per output channel for the filter.
// The filter and the bias may be known only at run time (then they are packed at each invoke).
Result<Kernel> PrepareQuantizedConv(const QuantizedConv& conv, const PrepareContext& c);
// f32 x with i8 or i4 weights ("dynamic range"): x is quantized at run time, per image of the windows.
bool IsDynamicConv(const PrepareContext& c, int x, int filter);
Result<Kernel> PrepareDynamicConv(const QuantizedConv& conv, bool asymmetric, const PrepareContext& c);
Result<Kernel> PrepareDynamicDepthwise(const ops::ConvGeometry& g, ops::Activation activation, const PrepareContext& c);
// Operands x, filter [h, w, C, M] or [1, h, w, C*M], bias.
Result<Kernel> PrepareQuantizedDepthwise(const ops::ConvGeometry& g, ops::Activation activation,
                                         const PrepareContext& c);

}  // namespace slipway::interpreter
