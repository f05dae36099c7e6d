#pragma once
// What 8- and 16-bit quantization asks of an op, stated once in its header: `static constexpr QuantRule kQuant =
// {...};`. Families, whose kinds differ, declare `static QuantRule Quant(const OP&)` instead. Source: TFLite's 8-bit
// quantization specification. Read by the quantizer and by the verifier of quantized models.

#include "base/dtype.h"

namespace slipway::ops {

struct QuantRule {
  bool int8 = false;      // has an int8 kernel
  bool int16x8 = false;   // has an int16-activation kernel
  bool own_int8 = false;  // has one in our interpreter, LiteRT lacks it
  bool own_int16x8 = false;
  bool same_scale = false;       // results and data operands share one scale and zero point
  bool fixed_output = false;     // the op says OutputQuant(dtype)
  int weights = -1;              // operand that holds weights: int8 symmetric, narrow range
  int weights_axis_tflite = -1;  // per-channel axis of the weights in TFLite's layout; -1: per tensor
  int bias = -1;         // operand that holds the bias: int32 (int64 in int16x8), scale = input scale x weights scale
  bool dynamic = false;  // has a hybrid kernel: float activations, int8 weights
};

}  // namespace slipway::ops
