#include "ops/regex_full_match/regex_full_match.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const RegexFullMatch&, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  if (in.dtype(0) != DType::kString)
    return BadInput("x is ", in.dtype(0), ", expected strings");  // regex_full_match_c1
  return TensorTypes{{DType::kBool, in.shape(0)}};                // regex_full_match_c3
}

}  // namespace slipway::ops
