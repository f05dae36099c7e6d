#pragma once
// UpdateKvCache: the caches k and v of a language model with new slices put in at `positions`, in their order until a
// position is smaller than the one before: so the end of `positions` may be filled with zeros. The custom operator
// "odml.update_external_kv_cache".
//
//   operands: k and v [batch, places, ...], positions [steps], k slice and v slice [batch, steps, ...]
//
// C1 k, v and the slices have one float type and a rank of 2 or more; k and v have one shape, and the slices one
// C2 the slices have k's shape, but for steps
// C3 positions are i32 [steps]
// C4 positions that are used lie in [0, places)
// C5 results: k's and v's types

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct UpdateKvCache {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = RealTypes;
  static constexpr const char* kCustomName = "odml.update_external_kv_cache";
  static Status FromTflite(const TfliteOperator&, UpdateKvCache*);
};

Result<TensorTypes> Infer(const UpdateKvCache&, Inputs);
Result<TfliteForm> ToTflite(const UpdateKvCache&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const UpdateKvCache&, interpreter::PrepareContext&);

}  // namespace slipway::ops
