#pragma once
// Quantization-aware training: a FakeQuant says which range its tensor was trained for.

#include <vector>

#include "ir/graph.h"
#include "quantize/recipe.h"

namespace slipway::quantize {

struct TrainedRange {
  int graph = 0;
  ir::ValueId value = ir::ValueId::kNone;
  Range range;
};

// Takes the 8-bit FakeQuants of activations that are to be int8 out of the module (codes of 16 bits would not round as
// training did): what is left of each is the range of its operand. Where the operand has other uses, the node stays
// and its result has the range.
Result<std::vector<TrainedRange>> TakeTrainedRanges(ir::Module&, const Choices&);

}  // namespace slipway::quantize
