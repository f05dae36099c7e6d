#pragma once
// Materialize: an assignment as a graph. Nodes on codes get int8 or int16 operands, int8 weights and integer biases;
// where codes and floats meet, Quantize and Dequantize stand between; signatures, names and order stay.

#include "quantize/assign.h"
#include "quantize/recipe.h"

namespace slipway::quantize {

// The form of one graph on codes, appended to `out`.
Status MaterializeCodes(const ir::Graph&, const Assignment&, const Recipe&, ir::Module* out);

// In place: constant float32 weights as float16 behind Dequantize. Values beyond 65504 are clamped.
Result<int> MaterializeFloat16(ir::Graph&);
// In place: finite weights of ops with a hybrid kernel and at least `min_elements` elements as int8.
Result<int> MaterializeDynamic(ir::Graph&, int64_t min_elements);

}  // namespace slipway::quantize
