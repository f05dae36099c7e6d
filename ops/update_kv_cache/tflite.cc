#include "ops/tables/known_custom.h"
#include "ops/update_kv_cache/update_kv_cache.h"

namespace slipway::ops {

Status UpdateKvCache::FromTflite(const TfliteOperator&, UpdateKvCache*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const UpdateKvCache&, const TfliteTypes&) {
  return MakeCustomForm(UpdateKvCache::kCustomName, "");
}

}  // namespace slipway::ops
