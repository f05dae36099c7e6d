#pragma once
// LogSoftmax over the last axis:  y_i = x_i - log sum_j exp(x_j).
//
// C1 rank(x) >= 1
// C2 dtype(x) in {f32, f64, f16, bf16, i8, u8}
// C3 type(y) = type(x), but for quantization
// C4 a quantized y has exactly OutputQuant(dtype)

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct LogSoftmax {
  static void Fields(auto&, auto&&) {}
  static constexpr bool kRowWise = true;
  using ReferenceTypes = RealTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .fixed_output = true};
  static Quantization OutputQuant(DType dtype);
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, LogSoftmax*);
};

Result<TensorTypes> Infer(const LogSoftmax&, Inputs);
Result<TfliteForm> ToTflite(const LogSoftmax&, const TfliteTypes&);
Status ToTf(const LogSoftmax&, wire::TfExporter&);
Result<interpreter::Kernel> Prepare(const LogSoftmax&, interpreter::PrepareContext&);
void Grad(const LogSoftmax&, train::GradContext&);

}  // namespace slipway::ops
