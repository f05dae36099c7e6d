#include "ops/complex_part/complex_part.h"

namespace slipway::ops {

std::span<const char* const> EnumNames(ComplexPartKind) {
  static constexpr const char* names[] = {"real", "imag", "abs"};
  return names;
}

Result<TensorTypes> Infer(const ComplexPart&, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  if (!IsComplex(in.dtype(0))) return BadInput("x is ", in.dtype(0), ", expected c64 or c128");  // complex_part_c1
  return TensorTypes{{PartOf(in.dtype(0)), in.shape(0)}};                                        // complex_part_c2
}

}  // namespace slipway::ops
