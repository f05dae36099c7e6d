#pragma once
// SignalSpectralSubtraction: what rises above a noise estimate that follows the signal from run to run.
// TensorFlow Lite Micro's custom operator SignalFilterBankSpectralSubtraction.
//   operand: x;  results: y, noise
// With u = x << smoothing_bits the new noise is (u smoothing + noise one_minus_smoothing) >> spectral_subtraction_bits
// (in channels of odd index with the alternate factors), where `clamping` at most u; y is what u has more than that, >>
// smoothing_bits, but at least (x min_signal_remaining) >> spectral_subtraction_bits.
// The estimate is the module variable `variable` (u32, as x; read from a file each node gets one); without one (-1)
// each run begins with no noise.
//
// C1 x is u32 of num_channels elements
// C2 shifts in [0, 31], factors in [0, 2^31)
// C3 both results have x's type

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct SignalSpectralSubtraction {
  bool clamping = false;
  int64_t num_channels = 0;
  int64_t smoothing = 0;
  int64_t one_minus_smoothing = 0;
  int64_t alternate_smoothing = 0;
  int64_t alternate_one_minus_smoothing = 0;
  int64_t smoothing_bits = 0;
  int64_t min_signal_remaining = 0;
  int64_t spectral_subtraction_bits = 0;
  int variable = -1;  // no field: a file has its own

  static void Fields(auto& op, auto&& f) {
    f("clamping", op.clamping);
    f("num_channels", op.num_channels);
    f("smoothing", op.smoothing);
    f("one_minus_smoothing", op.one_minus_smoothing);
    f("alternate_smoothing", op.alternate_smoothing);
    f("alternate_one_minus_smoothing", op.alternate_one_minus_smoothing);
    f("smoothing_bits", op.smoothing_bits);
    f("min_signal_remaining", op.min_signal_remaining);
    f("spectral_subtraction_bits", op.spectral_subtraction_bits);
  }
  static constexpr bool kStateful = true;
  static std::vector<VariableTouch> Variables(const SignalSpectralSubtraction& op) {
    if (op.variable < 0) return {};
    return {{op.variable, VariableUse::kWrite}};
  }
  static std::optional<TensorType> OwnVariable(const SignalSpectralSubtraction& op) {
    if (op.num_channels < 0 || op.num_channels > INT32_MAX) return std::nullopt;
    return TensorType(DType::kU32, {op.num_channels});
  }
  using ReferenceTypes = NumberTypes;
  static constexpr const char* kCustomName = "SignalFilterBankSpectralSubtraction";
  static Status FromTflite(const TfliteOperator&, SignalSpectralSubtraction*);
};

Result<TensorTypes> Infer(const SignalSpectralSubtraction&, Inputs);
Result<TfliteForm> ToTflite(const SignalSpectralSubtraction&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const SignalSpectralSubtraction&, interpreter::PrepareContext&);

// One channel in one run, from the estimate before it.
struct NoiseStep {
  uint32_t signal, noise;
};
NoiseStep SubtractNoise(const SignalSpectralSubtraction&, int64_t channel, uint32_t x, uint32_t noise);

}  // namespace slipway::ops
