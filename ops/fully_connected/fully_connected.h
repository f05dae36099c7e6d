#pragma once
// FullyConnected: y = act(x weights^T + bias), x flattened to rows.
//
// Operands: x, weights [out, in], bias [out] (optional).
//
// C1 weights have rank 2; x has at least one axis
// C2 types fit (CheckWeightedTypes)
// C3 keep_num_dims: x's last dimension is `in`; else `in` divides x's elements, or both are 0
// C4 bias has `out` elements
// C5 activation in {NONE, RELU, RELU_N1_TO_1, RELU6}, for f32 x with integer weights TANH and SIGN_BIT, too
// C6 y = x's shape with `out` as last dimension (keep_num_dims), else [rows, out]; x's dtype
// C7 with wide_result codes of u8 give codes of i16; real numbers stay as they are, x has no other type

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct FullyConnected {
  Activation activation = Activation::kNone;
  bool keep_num_dims = false;
  bool asymmetric_quantize_inputs = false;  // dynamic range: rows of x are quantized with a zero point
  bool wide_result = false;

  static void Fields(auto& op, auto&& f) {
    f("activation", op.activation);
    f("keep_num_dims", op.keep_num_dims);
    f("asymmetric_quantize_inputs", op.asymmetric_quantize_inputs);
    f("wide_result", op.wide_result);
  }
  using ReferenceTypes = RealTypes;
  static constexpr QuantRule kQuant = {
      .int8 = true, .int16x8 = true, .weights = 1, .weights_axis_tflite = 0, .bias = 2, .dynamic = true};
  static Status FromTflite(const TfliteOperator&, FullyConnected*);
};

// How many rows of `depth` elements x has; of rows without elements as many as its other dimensions say.
int64_t RowsOf(const Shape& x, int64_t depth);

Result<TensorTypes> Infer(const FullyConnected&, Inputs);
Status ToTf(const FullyConnected&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const FullyConnected&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const FullyConnected&, interpreter::PrepareContext&);
Status ToXnn(const FullyConnected&, interpreter::XnnBuilder&);
void Grad(const FullyConnected&, train::GradContext&);

}  // namespace slipway::ops
