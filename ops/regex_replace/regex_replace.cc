#include "ops/regex_replace/regex_replace.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const RegexReplace&, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  if (in.dtype(0) != DType::kString) return BadInput("x is ", in.dtype(0), ", expected strings");  // regex_replace_c1
  return TensorTypes{in[0]};                                                                       // regex_replace_c3
}

}  // namespace slipway::ops
