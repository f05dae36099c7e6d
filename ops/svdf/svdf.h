#pragma once
// Svdf: a fully connected layer over the last `memory` inputs, factored into features and their weights in time, in
// TFLite's form. Each of the filters f keeps its last `memory` features in the state, oldest first:
//
//   feature_f = sum_i x_i W_f,i;  the state moves by one and takes it;  s_f = sum_m state_f,m T_f,m
//   y_u = act(sum of s_f over the `rank` filters of unit u + bias_u)
//
// Operands: 0 x; 1 W, the feature weights; 2 T, the time weights; 3 bias (optional); 4 state, changed in place.
//
// C1 5 operands, the bias may be absent; rank is positive and divides the filters
// C2 shapes: x [batch, input]; W [filters, input]; T [filters, memory], memory positive; bias [filters / rank];
//    state [batch, memory filters]
// C3 types: f32, where W and T may be both i8 or u8; or x and W i8, T and state both i16 or both i8, bias i32
// C4 on codes: act is RELU, as TFLite has it: codes are not clamped at the zero point; all have one scale
// C5 y [batch, filters / rank], x's dtype

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Svdf {
  int64_t rank = 0;
  Activation activation = Activation::kNone;
  bool asymmetric_quantize_inputs = false;  // f32 x, 8-bit weights: rows of x are quantized with a zero point

  static void Fields(auto& op, auto&& f) {
    f("rank", op.rank);
    f("activation", op.activation);
    f("asymmetric_quantize_inputs", op.asymmetric_quantize_inputs);
  }
  static constexpr bool kStateful = true;
  static constexpr int kStates[] = {4};
  using ReferenceTypes = RealTypes;
  static Status FromTflite(const TfliteOperator&, Svdf*);
};

Result<TensorTypes> Infer(const Svdf&, Inputs);
Result<TfliteForm> ToTflite(const Svdf&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Svdf&, interpreter::PrepareContext&);

}  // namespace slipway::ops
