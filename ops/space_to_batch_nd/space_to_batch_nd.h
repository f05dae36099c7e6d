#pragma once
// SpaceToBatchNd: x padded with 0 (the zero point), then its spatial axes 1..m cut into blocks; the place within a
// block goes to the front of the batch axis.
//   y[(p N + n), s..., rest] = padded[n, s_i block_i + p_i..., rest],  p counted in row-major order, N = batch of x
//   operands: x [N, spatial..., rest...], block [m], paddings [m, 2]
//
// C1 block holds m positive integers, m >= 1; x has rank > m
// C2 paddings hold integers, not negative, of shape [m, 2]
// C3 block divides the padded dimensions
// C4 type(y) = type(x) but for the shape; scales per channel are not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct SpaceToBatchNd {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = AnyTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, SpaceToBatchNd*);
};

Result<TensorTypes> Infer(const SpaceToBatchNd&, Inputs);
Status ToTf(const SpaceToBatchNd&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const SpaceToBatchNd&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const SpaceToBatchNd&, interpreter::PrepareContext&);
void Grad(const SpaceToBatchNd&, train::GradContext&);
// C1 and C2 of the two ops, `name` being paddings or crops. The number of blocked axes, or kUnknownDim.
Result<int64_t> CheckBlocks(Inputs, const char* name);

}  // namespace slipway::ops
