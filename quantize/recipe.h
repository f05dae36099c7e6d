#pragma once
// What to quantize, and how: the choices of one quantization.

#include <string>

#include "base/dtype.h"

namespace slipway::quantize {

enum class Mode {
  kNone,
  kDynamic,  // int8 weights, float activations quantized per row at run time
  kFloat16,  // weights stored as float16
  kInt8,     // weights and activations int8
};

struct Recipe {
  Mode mode = Mode::kNone;
  DType input_type = DType::kF32, output_type = DType::kF32;  // kInt8: f32, i8 or u8
  int64_t dynamic_min_elements = 1024;                        // kDynamic: smaller weights stay float
};

}  // namespace slipway::quantize
