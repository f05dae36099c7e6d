#pragma once
// Quantization-aware training: a FakeQuant says which range its tensor was trained for.

#include <vector>

#include "ir/graph.h"
#include "quantize/arithmetic.h"

namespace slipway::quantize {

struct TrainedRange {
  int graph = 0;
  ir::ValueId value = ir::ValueId::kNone;
  Range range;
};

// Takes the 8-bit FakeQuants of activations out of the module: what is left of each is the range of its operand. Where
// the operand has other uses, or the result shares its scale with other tensors, the node stays and its result has the
// range.
Result<std::vector<TrainedRange>> TakeTrainedRanges(ir::Module&);

}  // namespace slipway::quantize
