#include "ops/string_length/string_length.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const StringLength&, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  if (in.dtype(0) != DType::kString) return BadInput("x is ", in.dtype(0), ", expected strings");  // string_length_c1
  return TensorTypes{{DType::kI32, in.shape(0)}};                                                  // string_length_c2
}

}  // namespace slipway::ops
