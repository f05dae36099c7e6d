#pragma once
// SignalFilterBank: energies of frequency bins gathered in channels. A stretch of bins adds to the channel before it by
// `weights` and to the one behind it by `unweights`; channel i is what stretches i and i + 1 add to it.
// TensorFlow Lite Micro's custom operator.
//   operands: x (u32 bins), weights, unweights, and for each of num_channels + 1 stretches its first bin, its first
//   weight and its width;  y: u64 [num_channels]
//
// C1 x is u32, the others i16; the last three have num_channels + 1 elements
// C2 stretches lie within x, their weights within the weights (data)

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct SignalFilterBank {
  int64_t num_channels = 0;

  static void Fields(auto& op, auto&& f) { f("num_channels", op.num_channels); }
  using ReferenceTypes = NumberTypes;
  static constexpr const char* kCustomName = "SignalFilterBank";
  static Status FromTflite(const TfliteOperator&, SignalFilterBank*);
};

Result<TensorTypes> Infer(const SignalFilterBank&, Inputs);
Result<TfliteForm> ToTflite(const SignalFilterBank&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const SignalFilterBank&, interpreter::PrepareContext&);

}  // namespace slipway::ops
