#pragma once
// Builtin codes as the lists write them, for the .tflite tables and for nobody else.

#include "ops/ops.h"
#include "ops/tables/tflite.h"

namespace slipway::ops::codes {

enum Code : int {
#define BUILTIN(name, code) name = code,
#include "formats/tflite/builtins.def"
  NONE = -1,
  FAMILY = -2,
};

}  // namespace slipway::ops::codes
