#pragma once
// Lstm: a long short-term memory over a sequence, or one step of it, in TFLite's form. For each step, with output state
// h and cell state c, which are operands changed in place:
//
//   i, f, o = sigmoid(W x + R h + p c + b), g = act(W x + R h + b); o sees the new c
//   c = clip(f c + i g), h = o act(c), or clip(P (o act(c)) + b) with a projection P
//
// With normalization weights n a gate's sum s, without b, becomes n (s - mean s) / deviation s + b.
//
// Operands: 0 x; 1-4 W, 5-8 R of the gates i, f, g, o; 9-11 peepholes p of i, f, o; 12-15 b; 16 P, 17 its bias;
// 18 h; 19 c; 20-23 n. Optional: 1, 5, 9, 12, 20 together (then i = 1 - f); 9-11; 16; 17; 20-23, which may end the
// list.
//
// C1 20 or 24 operands, optional ones as above
// C2 x: [batch, input] where one_step, [batch, time, input] otherwise ([time, batch, input] where time_major)
// C3 types: f32 with weights and peepholes f32, i8 or u8; or x, weights and h i8, biases i32, c, p and n i16
// C4 shapes: W [cells, input]; R [cells, outputs], or [cells] for a diagonal in f32 (not where one_step); p, b and n
//    [cells]; P [outputs, cells], its bias [outputs]; without P outputs = cells
// C5 h has batch outputs elements, c batch cells
// C6 clips are not negative; 0: none
// C7 on codes: act is TANH; scales of all; c's is a power of two from 2^-15 to 2^-9; 5 intermediates, of which the last
//    is o act(c) and the others, with n, the sums of the gates. Or, where one_step, 12, per gate the sum and the codes
//    of W x and R h: c's scale is 2^-15, n, P and its bias are there, i = 1 - f, and R h counts for nothing in o, nor p
// C8 y: x's shape with outputs as its last dimension; x's dtype
// C9 returns_cell: in f32 alone; the second result is c after the last step, of c's type. TFLite's form has no such
//    result: a file reads the state behind the operator

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/recurrent.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Lstm {
  bool one_step = false;
  bool time_major = false;
  Activation activation = Activation::kTanh;
  float cell_clip = 0, proj_clip = 0;
  bool asymmetric_quantize_inputs = false;  // f32 x, 8-bit weights: rows of x and h are quantized with a zero point
  bool diagonal_recurrent = false;          // what a file says; the shapes of R decide
  bool returns_cell = false;
  // Of what is computed on the way, for codes; a scale may be 0 where the kernel does not need it.
  std::vector<double> intermediate_scales;
  std::vector<int64_t> intermediate_zero_points;

  static void Fields(auto& op, auto&& f) {
    f("one_step", op.one_step);
    f("time_major", op.time_major);
    f("activation", op.activation);
    f("cell_clip", op.cell_clip);
    f("proj_clip", op.proj_clip);
    f("asymmetric_quantize_inputs", op.asymmetric_quantize_inputs);
    f("diagonal_recurrent", op.diagonal_recurrent);
    f("returns_cell", op.returns_cell);
    f("intermediate_scales", op.intermediate_scales);
    f("intermediate_zero_points", op.intermediate_zero_points);
  }
  static constexpr bool kStateful = true;
  static constexpr int kStates[] = {18, 19};
  using ReferenceTypes = RealTypes;
  static Status FromTflite(const TfliteOperator&, Lstm*);
};

Result<TensorTypes> Infer(const Lstm&, Inputs);
Result<TfliteForm> ToTflite(const Lstm&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Lstm&, interpreter::PrepareContext&);

}  // namespace slipway::ops
