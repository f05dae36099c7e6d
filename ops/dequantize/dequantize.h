#pragma once
// Dequantize: y = scale (x - zero point); from f16 it is a conversion.
//   operands: x
//
// C1 dtype(x) is f16, or x is quantized and of type i4, i8, u8, i16 or i32
// C2 y is f32 of the shape of x

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Dequantize {
  static void Fields(auto&, auto&&) {}
  static constexpr bool kRowWise = true;
  using ReferenceTypes = RealTypes;
  static Status FromTflite(const TfliteOperator&, Dequantize*);
};

Result<TensorTypes> Infer(const Dequantize&, Inputs);
Result<TfliteForm> ToTflite(const Dequantize&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Dequantize&, interpreter::PrepareContext&);

}  // namespace slipway::ops
