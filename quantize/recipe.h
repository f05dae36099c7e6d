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
  kInt16x8,  // weights int8, activations int16 around zero, biases int64
};

struct Recipe {
  Mode mode = Mode::kNone;
  DType input_type = DType::kF32, output_type = DType::kF32;  // kInt8: also i8 or u8; kInt16x8: also i16
  int64_t dynamic_min_elements = 1024;                        // kDynamic: smaller weights stay float
};

// What activations are stored as where whole ops compute on codes; kF32 in the other modes.
constexpr DType ActivationType(Mode mode) {
  return mode == Mode::kInt8 ? DType::kI8 : mode == Mode::kInt16x8 ? DType::kI16 : DType::kF32;
}

}  // namespace slipway::quantize
