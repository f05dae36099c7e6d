#pragma once
// SignalFilterBankSquareRoot: y = round(sqrt(x)) >> shift. TensorFlow Lite Micro's custom operator.
//   operands: x (u64), shift (one i32)
//
// C1 x is u64, shift one i32 in [0, 31] (data)
// C2 y is u32 of x's shape

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct SignalFilterBankSquareRoot {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = NumberTypes;
  static constexpr const char* kCustomName = "SignalFilterBankSquareRoot";
  static Status FromTflite(const TfliteOperator&, SignalFilterBankSquareRoot*);
};

Result<TensorTypes> Infer(const SignalFilterBankSquareRoot&, Inputs);
Result<TfliteForm> ToTflite(const SignalFilterBankSquareRoot&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const SignalFilterBankSquareRoot&, interpreter::PrepareContext&);

}  // namespace slipway::ops
