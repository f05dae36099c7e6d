// In place of ops/tables/custom_options.cc, for models without custom operators of ours.
#include "ops/tables/custom_options.h"
#include "ops/tables/known_custom.h"

namespace slipway::ops {

Result<Op> ReadCustomOptions(const OpInfo& info, std::string_view) {
  return Unsupported("custom operator '", kCustomPrefix, info.name, "' is not part of this build");
}

Status ReadKnownFields(const OpInfo& info, std::string_view, void*) {
  return Unsupported("options of ", info.name, " are not part of this build");
}

}  // namespace slipway::ops
