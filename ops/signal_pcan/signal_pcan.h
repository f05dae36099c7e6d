#pragma once
// SignalPcan: automatic gain control per channel. y = shrink((x * gain(noise)) >> snr_shift) with the gain from a table
// and shrink(s) = s^2 / 4 below 2, s - 1 above (ops/signal.h). TensorFlow Lite Micro's custom operator SignalPCAN.
//   operands: x, noise (u32, one shape), gain table (i16 [125])
//
// C1 x and noise are u32 of one shape, the table i16 of at least 125 elements
// C2 snr_shift in [0, 63]
// C3 type(y) = type(x)

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct SignalPcan {
  int64_t snr_shift = 0;

  static void Fields(auto& op, auto&& f) { f("snr_shift", op.snr_shift); }
  using ReferenceTypes = NumberTypes;
  static constexpr const char* kCustomName = "SignalPCAN";
  static Status FromTflite(const TfliteOperator&, SignalPcan*);
};

Result<TensorTypes> Infer(const SignalPcan&, Inputs);
Result<TfliteForm> ToTflite(const SignalPcan&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const SignalPcan&, interpreter::PrepareContext&);

}  // namespace slipway::ops
