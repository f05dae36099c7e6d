#pragma once
// SignalFftAutoScale: x shifted left as far as 16 bits hold all of it (-32768 counts as 32767; silence: by 0), and by
// how many bits. TensorFlow Lite Micro's custom operator.
//   results: y, shift (i32 scalar)
//
// C1 x is i16
// C2 type(y) = type(x)

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct SignalFftAutoScale {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = NumberTypes;
  static constexpr const char* kCustomName = "SignalFftAutoScale";
  static Status FromTflite(const TfliteOperator&, SignalFftAutoScale*);
};

Result<TensorTypes> Infer(const SignalFftAutoScale&, Inputs);
Result<TfliteForm> ToTflite(const SignalFftAutoScale&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const SignalFftAutoScale&, interpreter::PrepareContext&);

}  // namespace slipway::ops
