// In place of formats/tflite/stored_constant.cc, for models whose tensors are all of a form that is computed with:
// others are refused as element types and quantization that nobody supports.
#include "formats/tflite/stored_constant.h"

namespace slipway::tflite {

bool HasBlockScales(const TensorInfo&) { return false; }
DType ReadDType(const TensorInfo& info) { return info.dtype(); }
int NarrowBits(const TensorInfo&) { return 0; }
DType ComputedDType(const Model&, const TensorInfo& info) { return info.dtype(); }
Status CheckStoredOperands(const Model&, const Subgraph&, const Operator&) { return OkStatus(); }
Result<Tensor> ExpandStoredConstant(const Model&, const TensorInfo& info, TensorType) {
  return Unsupported("tensor '", info.name, "': its elements are not part of this build");
}

}  // namespace slipway::tflite
