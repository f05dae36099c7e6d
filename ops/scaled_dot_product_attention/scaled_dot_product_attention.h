#pragma once
// ScaledDotProductAttention: for each batch and head of q, y = softmax(scale q k^T + mask) v, whose heads are those of
// q; as many neighbouring heads of q share a head of k and v as there are times more of them. The custom operator
// "odml.scaled_dot_product_attention" of language models.
//
//   operands: q [batch, time, heads, depth], k and v [batch, places, groups, depth], mask
//
// C1 q, k, v and mask have one float type and rank 4
// C2 k and v have one shape, with q's batch and depth; groups divides heads
// C3 mask broadcasts to [batch, heads, time, places]
// C4 type(y) = type(q)

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct ScaledDotProductAttention {
  float scale = 0;  // 0: 1 / sqrt(depth)

  static void Fields(auto& op, auto&& f) { f("scale", op.scale); }
  using ReferenceTypes = RealTypes;
  static constexpr const char* kCustomName = "odml.scaled_dot_product_attention";
  static Status FromTflite(const TfliteOperator&, ScaledDotProductAttention*);
};

// The factor of q k^T.
double AttentionScale(const ScaledDotProductAttention&, int64_t depth);

Result<TensorTypes> Infer(const ScaledDotProductAttention&, Inputs);
Result<TfliteForm> ToTflite(const ScaledDotProductAttention&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const ScaledDotProductAttention&, interpreter::PrepareContext&);

}  // namespace slipway::ops
