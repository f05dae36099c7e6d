#pragma once
// Quantize: a float .tflite (or its graph) -> dynamic-range, float16, int8, int16x8, int4 weights, or a mix by recipe.

#include "formats/tflite/model.h"
#include "quantize/calibration.h"
#include "quantize/recipe.h"

namespace slipway::quantize {

// What a tensor is stored as, and why.
struct QuantizedTensor {
  std::string name;
  DType codes = DType::kInvalid;
  Quantization quant;
  Range seen;  // in the samples, not widened to contain 0

  bool IsConstant() const { return seen.min == seen.max; }
  bool LacksZero() const { return seen.min > 0 || seen.max < 0; }
};

struct QuantizeReport {
  int quantized = 0;  // weights (dynamic, float16, int4) and nodes (int8, int16x8)
  std::vector<std::string> warnings;
  std::vector<QuantizedTensor> tensors;  // that samples reached
  std::vector<std::string> float_nodes;  // "OP 'node'" that was to compute on codes and stayed float
};

// kInt8 and kInt16x8 need samples, for the other modes nothing runs. The module must be legal for .tflite and float.
Result<ir::Module> QuantizeModule(ir::Module, const Recipe&, std::span<const Sample>, const CalibrateOptions&,
                                  QuantizeReport*);
Result<tflite::Model> Quantize(const tflite::Model&, const Recipe&, std::span<const Sample>, const CalibrateOptions&,
                               QuantizeReport*);

}  // namespace slipway::quantize
