#pragma once
// Tensors of a form that nobody computes with, and what they are read as. Constants: UINT4 as u8 and INT2 as i8 with
// the same scales, 8-bit floats as f16, integers with a scale for each block of a row as f32. What is computed inside a
// graph: UINT4 as u8 and INT2 as i8.

#include "formats/tflite/model.h"

namespace slipway::tflite {

// Does the tensor have a scale for each block?
bool HasBlockScales(const TensorInfo&);
// What a constant's elements are read as: its own dtype, except for the above. kInvalid: it cannot be read.
DType ReadDType(const TensorInfo&);
// The bits of one element of UINT4 and INT2, else 0.
int NarrowBits(const TensorInfo&);
// What elements that are computed are kept as: their own dtype, but for UINT4 and INT2 inside a graph. kInvalid: they
// cannot be.
DType ComputedDType(const Model&, const TensorInfo&);
// kUnsupported for an operator to which the stored bits of such a tensor matter (BITCAST), or which does not keep its
// result within those bits.
Status CheckStoredOperands(const Model&, const Subgraph&, const Operator&);
// The elements of a constant with ReadDType other than its own.
Result<Tensor> ExpandStoredConstant(const Model&, const TensorInfo&, TensorType type);

}  // namespace slipway::tflite
