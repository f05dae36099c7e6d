#pragma once
// Tile: x repeated multiples[i] times along axis i.
//   operands: x, multiples
//
// C1 multiples holds integers, has rank 1 and rank(x) elements
// C2 multiples are not negative
// C3 type(y) = type(x) but for the shape; scales per channel are not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Tile {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = AnyTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Tile*);
};

Result<TensorTypes> Infer(const Tile&, Inputs);
Status ToTf(const Tile&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Tile&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Tile&, interpreter::PrepareContext&);
void Grad(const Tile&, train::GradContext&);

}  // namespace slipway::ops
