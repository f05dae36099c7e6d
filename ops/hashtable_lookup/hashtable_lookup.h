#pragma once
// HashtableLookup: the values whose keys are asked for, zeros ("" for strings) where there is no such key, and whether
// there was one.
//   y[i, j...] = values[k, j...] with keys[k] = lookup[i]
//   operands: lookup, keys (rising), values        results: y, hits (u8: 1 or 0)
//
// C1 lookup and keys are i32 of rank 1
// C2 values has a row per key
// C3 shape(y) = shape(lookup) + shape(values)[1:]; dtype(y) = dtype(values); scales per channel are not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct HashtableLookup {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = AnyTypes;
  static constexpr int kValueOperand = 2;
  static Status FromTflite(const TfliteOperator&, HashtableLookup*);
};

Result<TensorTypes> Infer(const HashtableLookup&, Inputs);
Result<TfliteForm> ToTflite(const HashtableLookup&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const HashtableLookup&, interpreter::PrepareContext&);

}  // namespace slipway::ops
