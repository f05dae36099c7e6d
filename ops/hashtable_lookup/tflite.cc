#include "ops/tables/tflite.h"
#include "ops/hashtable_lookup/hashtable_lookup.h"

namespace slipway::ops {

Status HashtableLookup::FromTflite(const TfliteOperator&, HashtableLookup*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const HashtableLookup&, const TfliteTypes&) {
  return MakeForm(Builtin::HASHTABLE_LOOKUP, 1);
}

}  // namespace slipway::ops
