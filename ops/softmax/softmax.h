#pragma once
// Softmax over the last axis:  y_i = exp(beta x_i) / sum_j exp(beta x_j).
//
// C1 rank(x) >= 1
// C2 dtype(x) in {f32, f64, f16, bf16, i8, u8, i16}
// C3 type(y) = type(x), but for quantization; i16 of i8 codes where i16_result, which other codes may not say
// C4 a quantized y has exactly OutputQuant(dtype); an i16 one of i8 codes 1/65536, -32768

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Softmax {
  float beta = 1.0f;
  bool i16_result = false;

  static void Fields(auto& op, auto&& f) {
    f("beta", op.beta);
    f("i16_result", op.i16_result);
  }
  static constexpr bool kRowWise = true;
  using ReferenceTypes = RealTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .fixed_output = true};
  static Quantization OutputQuant(DType dtype);
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Softmax*);
};

Result<TensorTypes> Infer(const Softmax&, Inputs);
Status ToTf(const Softmax&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Softmax&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Softmax&, interpreter::PrepareContext&);
Status ToXnn(const Softmax&, interpreter::XnnBuilder&);
void Grad(const Softmax&, train::GradContext&);

}  // namespace slipway::ops
