#pragma once
// SignalEnergy: real^2 + imaginary^2 of the complex numbers from start_index up to end_index, 0 elsewhere. TensorFlow
// Lite Micro's custom operator.
//   operand: x [2 n], real and imaginary parts by turns;  y: u32 [n]
//
// C1 x is i16 of an even number of elements
// C2 0 <= start_index <= end_index <= n

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct SignalEnergy {
  int64_t start_index = 0;
  int64_t end_index = 0;

  static void Fields(auto& op, auto&& f) {
    f("start_index", op.start_index);
    f("end_index", op.end_index);
  }
  using ReferenceTypes = NumberTypes;
  static constexpr const char* kCustomName = "SignalEnergy";
  static Status FromTflite(const TfliteOperator&, SignalEnergy*);
};

Result<TensorTypes> Infer(const SignalEnergy&, Inputs);
Result<TfliteForm> ToTflite(const SignalEnergy&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const SignalEnergy&, interpreter::PrepareContext&);

}  // namespace slipway::ops
