#pragma once
// BasicLstm: one step of an LSTM with one matrix for all gates: TFLite's LSTM of the basic kernel type.
//
//   [i, g, f, o] = W [x, h] + b;  c' = sigmoid(f) c + sigmoid(i) tanh(g);  h' = sigmoid(o) tanh(c')
//
// Operands: 0 x; 1 h; 2 W; 3 b; 4 c. The new h and c are results; with keeps_states they are also written into the
// operands, which carry them to the next run.
// Results: 0 h'; 1 c'; 2 [x, h]; 3 [i, g, f, o].
//
// C1 5 operands
// C2 shapes: x [batch, input], h and c [batch, units], W [4 units, input + units], b [4 units]
// C3 all f32; or x, h and W u8, b i32, c i16
// C4 on codes: x and h have the zero point 128 and the scale 1/128, c the scale 2^-11, b that of x times that of W
// C5 results: [batch, units] of h's and of c's dtype, [batch, input + units] of x's, [batch, 4 units] of c's

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Lstm;

struct BasicLstm {
  bool keeps_states = true;

  static void Fields(auto& op, auto&& f) { f("keeps_states", op.keeps_states); }
  static constexpr bool kStateful = true;
  static constexpr int kStates[] = {1, 4};
  using ReferenceTypes = RealTypes;
  using TfliteOther = Lstm;  // the other kernel types
  static bool IsTflite(const TfliteOperator&);
  static Status FromTflite(const TfliteOperator&, BasicLstm*);
};

Result<TensorTypes> Infer(const BasicLstm&, Inputs);
Result<TfliteForm> ToTflite(const BasicLstm&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const BasicLstm&, interpreter::PrepareContext&);

}  // namespace slipway::ops
