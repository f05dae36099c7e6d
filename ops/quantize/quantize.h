#pragma once
// Quantize: q = round(x / scale) + zero point, clamped to the dtype `to`; from quantized x it is a requantization.
// Halves are rounded away from 0.
//   operands: x
//
// C1 dtype(x) is f32, i8, u8, i16 or i32; an integer x is quantized
// C2 to in {i4, i8, u8, i16, i32}; i32 only from i16, i4 only from f32
// C3 the graph states the quantization of y: one scale, or one per index of an axis (from f32 only)
// C4 shape(y) = shape(x)
// C5 bits: 0, or 1 to 7 with f32 x and `to` u8, and then codes are below 2^bits

#include "ops/infer.h"
#include "ops/op.h"

namespace slipway::ops {

struct Quantize {
  DType to = DType::kI8;
  int bits = 0;  // of codes, where fewer than the dtype's; 0: those

  static void Fields(auto& op, auto&& f) {
    f("to", op.to);
    f("bits", op.bits);
  }
  static constexpr bool kRowWise = true;
  static Status FromTflite(const TfliteOperator&, Quantize*);
};

Result<TensorTypes> Infer(const Quantize&, Inputs);
Result<TfliteForm> ToTflite(const Quantize&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Quantize&, interpreter::PrepareContext&);

}  // namespace slipway::ops
