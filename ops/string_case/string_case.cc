#include "ops/string_case/string_case.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const StringCase&, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  if (in.dtype(0) != DType::kString) return BadInput("x is ", in.dtype(0), ", expected strings");  // string_case_c1
  return TensorTypes{in[0]};                                                                       // string_case_c2
}

}  // namespace slipway::ops
