#pragma once
// Constants that a file stores in a form nobody computes with, and what they are read as: UINT4 as u8 and INT2 as i8
// with the same scales, 8-bit floats as f16, integers with a scale for each block of a row as f32.

#include "formats/tflite/model.h"

namespace slipway::tflite {

// Does the tensor have a scale for each block?
bool HasBlockScales(const TensorInfo&);
// What a constant's elements are read as: its own dtype, except for the above. kInvalid: it cannot be read.
DType ReadDType(const TensorInfo&);
// kUnsupported for an operator to which the stored bits of such a constant matter (BITCAST).
Status CheckStoredOperands(const Model&, const Subgraph&, const Operator&);
// The elements of a constant with ReadDType other than its own.
Result<Tensor> ExpandStoredConstant(const Model&, const TensorInfo&, TensorType type);

}  // namespace slipway::tflite
