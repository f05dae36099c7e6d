#pragma once
// Quantize: a float .tflite (or its graph) -> dynamic-range, float16, int8 or int16x8.

#include "formats/tflite/model.h"
#include "quantize/calibration.h"
#include "quantize/recipe.h"

namespace slipway::quantize {

struct QuantizeReport {
  int quantized = 0;  // weights (dynamic, float16) or nodes (int8, int16x8)
  std::vector<std::string> warnings;
  std::vector<std::string> float_nodes;  // kInt8, kInt16x8: "OP 'node'" that stayed float
};

// What the recipe's types of inputs and outputs ask of its mode.
Status CheckRecipe(const Recipe&);

// kInt8 and kInt16x8 need samples; the other modes ignore them. The module must be legal for .tflite and float.
Result<ir::Module> QuantizeModule(ir::Module, const Recipe&, std::span<const Sample>, const CalibrateOptions&,
                                  QuantizeReport*);
Result<tflite::Model> Quantize(const tflite::Model&, const Recipe&, std::span<const Sample>, const CalibrateOptions&,
                               QuantizeReport*);

}  // namespace slipway::quantize
