#include "ops/reverse/reverse.h"

namespace slipway::ops {

Result<std::vector<bool>> ReversedAxes(std::span<const int64_t> axes, int rank) {
  std::vector<bool> named(static_cast<size_t>(rank), false);
  for (int64_t a : axes) {
    ASSIGN_OR_RETURN(int axis, NormalizeAxis(a, rank));                                       // reverse_c2
    if (named[static_cast<size_t>(axis)]) return BadInput("axis ", axis, " is named twice");  // reverse_c2
    named[static_cast<size_t>(axis)] = true;
  }
  return named;
}

Result<TensorTypes> Infer(const Reverse&, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  RETURN_IF_ERROR(CheckIntegers(in, 1, "axes", 1));  // reverse_c1
  auto axes = in.Ints(1);
  if (axes && in.shape(0).has_rank()) RETURN_IF_ERROR(ToStatus(ReversedAxes(*axes, in.shape(0).rank())));
  return TensorTypes{{in.dtype(0), in.shape(0), MovedQuant(in[0])}};  // reverse_c3
}

}  // namespace slipway::ops
