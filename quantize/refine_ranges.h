#pragma once
// What samples show is not yet what codes must cover.

#include "quantize/calibration.h"

namespace slipway::quantize {

// A variable is read with what any call assigned: its reads get the range of all that goes into it.
void ShareVariableRanges(const ir::Module&, Calibration*);

// A mask moves attention scores to -1e9 or further down, and then scores and mask would share two codes between them.
// Softmax only needs to know that such a score is far below the others: scores and masks whose every use ends there
// need codes down to that (Calibration::least).
void FindMaskedScores(const ir::Module&, Calibration*);

}  // namespace slipway::quantize
