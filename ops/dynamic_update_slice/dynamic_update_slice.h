#pragma once
// DynamicUpdateSlice: x with the block that begins at `starts` replaced by update. A start that would lead out of x is
// moved so far that update fits.
//   operands: x, update, starts
//
// C1 dtype(update) = dtype(x); update has the rank of x and is nowhere longer
// C2 starts holds integers, one per axis of x
// C3 type(y) = type(x); scales per channel are not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct DynamicUpdateSlice {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = AnyTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Status FromTflite(const TfliteOperator&, DynamicUpdateSlice*);
};

Result<TensorTypes> Infer(const DynamicUpdateSlice&, Inputs);
Status ToTf(const DynamicUpdateSlice&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const DynamicUpdateSlice&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const DynamicUpdateSlice&, interpreter::PrepareContext&);

}  // namespace slipway::ops
