#pragma once
// NumericVerify: how far codes are from the numbers that they stand for, y = x - reference: TensorFlow's custom
// operator for debugging quantization.
//   operands: x, reference
//
// C1 x is i8, u8 or i16 with one scale, or f16; reference is f32 of x's shape
// C2 log_if_failed and tolerance >= 0.1: no element of y is further from 0 than tolerance times x's scale
// C3 y is f32 of x's shape

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct NumericVerify {
  double tolerance = 5;
  bool log_if_failed = false;

  static void Fields(auto& op, auto&& f) {
    f("tolerance", op.tolerance);
    f("log_if_failed", op.log_if_failed);
  }
  using ReferenceTypes = RealTypes;
  static constexpr const char* kCustomName = "NumericVerify";
  static Status FromTflite(const TfliteOperator&, NumericVerify*);
};

Result<TensorTypes> Infer(const NumericVerify&, Inputs);
Result<TfliteForm> ToTflite(const NumericVerify&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const NumericVerify&, interpreter::PrepareContext&);

}  // namespace slipway::ops
