// In place of ops/tables/missing_op.cc: how an operator comes into this build.
#include "ops/tables/missing_op.h"

namespace slipway::ops {

Status MissingBuiltin(std::string_view name) {
  return Unsupported("operator ", name,
                     " is not part of this build, which has the operators of the models that slipway_add_interpreter "
                     "was given; add a model with it to MODELS");
}

Status MissingCustom(std::string_view name) {
  return Unsupported("custom operator '", name,
                     "' is not part of this build, which has the operators of the models that slipway_add_interpreter "
                     "was given; add a model with it to MODELS");
}

}  // namespace slipway::ops
