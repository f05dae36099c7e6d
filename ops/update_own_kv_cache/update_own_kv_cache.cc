#include "ops/update_own_kv_cache/update_own_kv_cache.h"

namespace slipway::ops {

int64_t CacheElements(const UpdateOwnKvCache& op) {
  constexpr int64_t kMost = int64_t{1} << 30;
  int64_t elements = 1;
  for (int64_t n : {op.kv_cache_max, op.heads, op.size}) {
    if (n <= 0 || n > kMost / elements) return -1;
    elements *= n;
  }
  return elements;
}

std::optional<TensorType> UpdateOwnKvCache::OwnVariable(const UpdateOwnKvCache& op) {
  int64_t elements = CacheElements(op);
  if (elements < 0) return std::nullopt;
  return TensorType(DType::kI32, {1 + 2 * elements});
}

Result<TensorTypes> Infer(const UpdateOwnKvCache& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(3));
  if (in.dtype(0) != DType::kI64 || in.dtype(1) != DType::kF32 || in.dtype(2) != DType::kF32)
    return BadInput("positions are ", in.dtype(0), " and slices ", in.dtype(1), " and ", in.dtype(2),
                    ", expected i64, f32 and f32");  // update_own_kv_cache_c1, update_own_kv_cache_c2
  if (op.layer_index < 0 || op.layer_index >= op.num_layers)
    return BadInput("layer ", op.layer_index, " of ", op.num_layers);  // update_own_kv_cache_c3
  if (CacheElements(op) < 0)
    return BadInput("caches of ", op.kv_cache_max, " places for ", op.heads, " heads of ", op.size,
                    " elements");  // update_own_kv_cache_c3
  const Shape& slice = in.shape(1);
  int64_t steps = slice.has_rank() && slice.rank() == 4 ? slice[1] : -1;
  Shape expected{1, steps, op.heads, op.size};
  for (int i : {1, 2})
    if (!Compatible(in.shape(i), expected))
      return BadInput("slices have shape ", in.shape(i), ", expected ", expected);  // update_own_kv_cache_c2
  if (!Compatible(in.shape(0), Shape{steps}))
    return BadInput("positions of shape ", in.shape(0), " for slices of shape ", slice);  // update_own_kv_cache_c1
  if (steps == 0 || steps > op.kv_cache_max)
    return BadInput(steps, " steps for ", op.kv_cache_max,
                    " places");  // update_own_kv_cache_c1, update_own_kv_cache_c3
  TensorType cache(DType::kF32, {1, op.kv_cache_max, op.heads, op.size});
  return TensorTypes{cache, cache};
}

}  // namespace slipway::ops
