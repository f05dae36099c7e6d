#pragma once
// Which dtypes LiteRT's kernels compute with: what a file for it may ask of them. Our own interpreter does more.

#include "base/dtype.h"
#include "formats/tflite/target_runtime.h"

namespace slipway::tflite {

// The operand that carries an operator's data, whose dtype decides; 0 for an operator that is not listed.
int DataOperand(Builtin);
// Does LiteRT run the operator on unquantized data of this dtype? True for an operator that is not listed.
bool LiteRtRuns(Builtin, DType data);
// Did this release run it already, quantized or not, if the newest does?
bool LiteRtRanAlready(Builtin, DType data, int litert_minor);

}  // namespace slipway::tflite
