#pragma once
// BidirectionalLstm: two layers as Lstm, one of which reads the sequence backwards, in TFLite's form.
//
// Operands: 0 x; 1-17 as of Lstm, forwards; 18-34 the same backwards; 35 and 36 output and cell state forwards, 37 and
// 38 backwards; optional 39 x', a second sequence; 40-43 its weights of the gates i, f, g, o forwards, 44-47 backwards.
// With these both layers read x and x'; without them, x' is what the backward layer reads.
//
// C1 48 operands; optional ones as of Lstm for each direction; the weights of x' are there all or none (those of an
//    input gate with the input gate), and with x'
// C2 x: [batch, time, input] ([time, batch, input] where time_major); x' has its batch and time, and without weights of
//    its own its input
// C3 f32; all weights may be i8 or u8
// C4 shapes of each layer as of Lstm, no diagonals; weights of x' [cells, its depth]
// C5 clips are not negative; 0: none
// C6 y: x's shape with the outputs as its last dimension, one for each direction, or where merge_outputs one of both
//    side by side; f32

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct BidirectionalLstm {
  bool time_major = true;
  Activation activation = Activation::kTanh;
  float cell_clip = 0, proj_clip = 0;
  bool merge_outputs = false;
  bool asymmetric_quantize_inputs = false;  // 8-bit weights: rows of x and h are quantized with a zero point

  static void Fields(auto& op, auto&& f) {
    f("time_major", op.time_major);
    f("activation", op.activation);
    f("cell_clip", op.cell_clip);
    f("proj_clip", op.proj_clip);
    f("merge_outputs", op.merge_outputs);
    f("asymmetric_quantize_inputs", op.asymmetric_quantize_inputs);
  }
  static constexpr bool kStateful = true;
  static constexpr int kStates[] = {35, 36, 37, 38};
  using ReferenceTypes = RealTypes;
  static Status FromTflite(const TfliteOperator&, BidirectionalLstm*);
};

Result<TensorTypes> Infer(const BidirectionalLstm&, Inputs);
Result<TfliteForm> ToTflite(const BidirectionalLstm&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const BidirectionalLstm&, interpreter::PrepareContext&);

}  // namespace slipway::ops
