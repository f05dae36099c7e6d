#pragma once
// MatMul: y = op(a) op(b) over the last two axes, op(m) = m or its transpose; leading axes broadcast as in NumPy.
//
// Operands: a [..., M, K], b [..., K, N] (stored transposed where the attribute says so).
//
// C1 rank(a) >= 2 and rank(b) >= 2
// C2 a and b have one number dtype; or a is f32 (dynamic range) or i16 and b i8
// C3 the inner dimensions agree
// C4 leading dimensions broadcast
// C5 y = [broadcast leading..., M, N] of dtype `result`, or of a's where `result` is kInvalid
// C6 `result` is kInvalid, a's dtype, or i32 with i8 operands: products of the codes, whatever their zero points

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct MatMul {
  bool transpose_a = false, transpose_b = false;
  bool asymmetric_quantize_inputs = false;  // dynamic range: rows of a are quantized with a zero point
  DType result = DType::kInvalid;

  static void Fields(auto& op, auto&& f) {
    f("transpose_a", op.transpose_a);
    f("transpose_b", op.transpose_b);
    f("asymmetric_quantize_inputs", op.asymmetric_quantize_inputs);
    f("result", op.result);
  }
  using ReferenceTypes = NumberTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .dynamic = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, MatMul*);
};

Result<TensorTypes> Infer(const MatMul&, Inputs);
Status ToTf(const MatMul&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const MatMul&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const MatMul&, interpreter::PrepareContext&);
Status ToXnn(const MatMul&, interpreter::XnnBuilder&);
void Grad(const MatMul&, train::GradContext&);

}  // namespace slipway::ops
