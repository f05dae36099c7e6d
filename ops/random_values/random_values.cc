#include "ops/random_values/random_values.h"

namespace slipway::ops {

std::span<const char* const> EnumNames(RandomKind) {
  static constexpr const char* names[] = {"uniform", "normal"};
  return names;
}

Result<TensorTypes> Infer(const RandomValues&, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  RETURN_IF_ERROR(CheckIntegers(in, 0, "dims", 1));  // random_values_c1
  ASSIGN_OR_RETURN(Shape y, UnknownDims(LengthOf(in, 0)));
  if (auto dims = in.Ints(0)) {
    for (int64_t d : *dims)
      if (d < 0) return BadInput("dims [", StrJoin(*dims, ","), "] holds ", d);  // random_values_c1
    ASSIGN_OR_RETURN(y, Shape::FromDims(*dims));
  }
  return TensorTypes{{DType::kF32, y}};  // random_values_c2
}

}  // namespace slipway::ops
