#pragma once
// SignalFilterBankLog: y = round(output_scale ln(x << input_correction_bits)), at most 32767; 0 where that is below 2.
// TensorFlow Lite Micro's custom operator.
//
// C1 x is u32
// C2 input_correction_bits in [0, 31], output_scale in [0, 65535]
// C3 y is i16 of x's shape

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct SignalFilterBankLog {
  int64_t input_correction_bits = 0;
  int64_t output_scale = 0;

  static void Fields(auto& op, auto&& f) {
    f("input_correction_bits", op.input_correction_bits);
    f("output_scale", op.output_scale);
  }
  using ReferenceTypes = NumberTypes;
  static constexpr const char* kCustomName = "SignalFilterBankLog";
  static Status FromTflite(const TfliteOperator&, SignalFilterBankLog*);
};

Result<TensorTypes> Infer(const SignalFilterBankLog&, Inputs);
Result<TfliteForm> ToTflite(const SignalFilterBankLog&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const SignalFilterBankLog&, interpreter::PrepareContext&);

}  // namespace slipway::ops
