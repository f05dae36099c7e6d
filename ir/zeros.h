#pragma once
// Is a value zeros in every run, whatever the inputs are? Recurrent layers begin with such states.

#include "ir/graph.h"

namespace slipway::ir {

// A constant of zeros (zero points, where it is quantized), or what comes of one by Dequantize, ZerosLike or Fill.
bool IsZeros(const Graph& graph, ValueId value);

}  // namespace slipway::ir
