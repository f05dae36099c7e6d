#pragma once
// BidirectionalRnn: two simple recurrent layers (Rnn), one of which reads the sequence backwards, in TFLite's form.
//
// Operands: 0 x; 1-4 W, R, b and the state h forwards; 5-8 the same backwards; optional 9 x', a second sequence;
// 10 and 11 its weights forwards and backwards. With these both layers read x and x'; without them, x' is what the
// backward layer reads.
//
// C1 12 operands, of which 9, 10 and 11 may be absent; 10 and 11 together, and with 9
// C2 x: [batch, time, input] ([time, batch, input] where time_major); x' has its batch and time, and without weights of
//    its own its input
// C3 f32; all weights may be i8 or u8
// C4 shapes of each layer: W [units, input], R [units, units], b [units], h [batch, units], weights of x' [units, its
//    depth]
// C5 y: x's shape with the units as its last dimension, one for each direction, or where merge_outputs one of both side
//    by side; f32

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct BidirectionalRnn {
  bool time_major = false;
  Activation activation = Activation::kTanh;
  bool merge_outputs = false;
  bool asymmetric_quantize_inputs = false;  // 8-bit weights: rows of x and h are quantized with a zero point

  static void Fields(auto& op, auto&& f) {
    f("time_major", op.time_major);
    f("activation", op.activation);
    f("merge_outputs", op.merge_outputs);
    f("asymmetric_quantize_inputs", op.asymmetric_quantize_inputs);
  }
  static constexpr bool kStateful = true;
  static constexpr int kStates[] = {4, 8};
  using ReferenceTypes = RealTypes;
  static Status FromTflite(const TfliteOperator&, BidirectionalRnn*);
};

Result<TensorTypes> Infer(const BidirectionalRnn&, Inputs);
Result<TfliteForm> ToTflite(const BidirectionalRnn&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const BidirectionalRnn&, interpreter::PrepareContext&);

}  // namespace slipway::ops
