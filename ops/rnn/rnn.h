#pragma once
// Rnn: a simple recurrent layer over a sequence, or one step of it, in TFLite's form: h = act(W x + R h + b), y = h for
// each step. The state h is an operand changed in place.
//
// Operands: 0 x; 1 W; 2 R; 3 b; 4 h.
//
// C1 5 operands
// C2 x: [batch, input] where one_step, [batch, time, input] otherwise ([time, batch, input] where time_major)
// C3 f32; W and R may be both i8 or u8
// C4 shapes: W [units, input], R [units, units], b [units], h [batch, units]
// C5 y: x's shape with units as its last dimension; f32

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Rnn {
  bool one_step = false;
  bool time_major = false;
  Activation activation = Activation::kTanh;
  bool asymmetric_quantize_inputs = false;  // 8-bit weights: rows of x and h are quantized with a zero point

  static void Fields(auto& op, auto&& f) {
    f("one_step", op.one_step);
    f("time_major", op.time_major);
    f("activation", op.activation);
    f("asymmetric_quantize_inputs", op.asymmetric_quantize_inputs);
  }
  static constexpr bool kStateful = true;
  static constexpr int kStates[] = {4};
  using ReferenceTypes = RealTypes;
  static Status FromTflite(const TfliteOperator&, Rnn*);
};

Result<TensorTypes> Infer(const Rnn&, Inputs);
Result<TfliteForm> ToTflite(const Rnn&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Rnn&, interpreter::PrepareContext&);

}  // namespace slipway::ops
