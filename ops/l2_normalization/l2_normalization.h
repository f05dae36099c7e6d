#pragma once
// L2Normalization over the last axis:  y_i = x_i / max(sqrt(sum_j x_j^2), 1e-6).
//
// C1 rank(x) >= 1
// C2 dtype(x) is a float type, i8 or u8
// C3 type(y) = type(x), but for quantization
// C4 a quantized y has exactly OutputQuant(dtype)

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct L2Normalization {
  static void Fields(auto&, auto&&) {}
  static constexpr bool kRowWise = true;
  using ReferenceTypes = RealTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .fixed_output = true};
  static Quantization OutputQuant(DType dtype);
  static Status FromTflite(const TfliteOperator&, L2Normalization*);
};

Result<TensorTypes> Infer(const L2Normalization&, Inputs);
Status ToTf(const L2Normalization&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const L2Normalization&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const L2Normalization&, interpreter::PrepareContext&);

}  // namespace slipway::ops
