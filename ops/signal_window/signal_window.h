#pragma once
// SignalWindow: y = (x * window) >> shift, kept in 16 bits. TensorFlow Lite Micro's custom operator.
//   operands: x [..., n], window [n]
//
// C1 both are i16; window has as many elements as x's last dimension
// C2 shift in [0, 31]
// C3 type(y) = type(x)

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct SignalWindow {
  int64_t shift = 0;

  static void Fields(auto& op, auto&& f) { f("shift", op.shift); }
  using ReferenceTypes = NumberTypes;
  static constexpr const char* kCustomName = "SignalWindow";
  static Status FromTflite(const TfliteOperator&, SignalWindow*);
};

Result<TensorTypes> Infer(const SignalWindow&, Inputs);
Result<TfliteForm> ToTflite(const SignalWindow&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const SignalWindow&, interpreter::PrepareContext&);

}  // namespace slipway::ops
