#include "ops/tables/known_custom.h"
#include "ops/update_own_kv_cache/update_own_kv_cache.h"

namespace slipway::ops {

// Numbers that are not positive stand for defaults, as there.
Status UpdateOwnKvCache::FromTflite(const TfliteOperator& in, UpdateOwnKvCache* op) {
  RETURN_IF_ERROR(ReadKnownOptions(in.custom_options, op));
  const UpdateOwnKvCache defaults;
  if (op->kv_cache_max <= 0) op->kv_cache_max = defaults.kv_cache_max;
  if (op->num_layers <= 0) op->num_layers = defaults.num_layers;
  if (op->layer_index <= 0) op->layer_index = defaults.layer_index;
  if (in.inputs.size() != 3 || !in.inputs[1].shape.has_rank() || in.inputs[1].shape.rank() != 4)
    return BadInput("expected positions and slices of shape [1, steps, heads, size]");
  op->heads = in.inputs[1].shape[2];
  op->size = in.inputs[1].shape[3];
  return OkStatus();
}

Result<TfliteForm> ToTflite(const UpdateOwnKvCache& op, const TfliteTypes&) {
  return MakeCustomForm(UpdateOwnKvCache::kCustomName, WriteCustomOptions(op));
}

}  // namespace slipway::ops
