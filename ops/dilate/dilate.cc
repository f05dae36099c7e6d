#include "ops/dilate/dilate.h"

#include "ops/interior_pad/interior_pad.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Dilate&, Inputs in) {
  RETURN_IF_ERROR(in.Count(3));
  RETURN_IF_ERROR(CheckIntegers(in, 1, "dilations", 1));                                              // dilate_c1
  if (in.dtype(2) != in.dtype(0)) return BadInput("value is ", in.dtype(2), ", x is ", in.dtype(0));  // dilate_c2
  if (in.shape(2).IsStatic() && in.shape(2).Elements() != 1)
    return BadInput("value has shape ", in.shape(2), ", expected one element");  // dilate_c2
  Shape y = in.shape(0);
  if (!y.has_rank()) return TensorTypes{{in.dtype(0), y, MovedQuant(in[0])}};
  if (int64_t n = LengthOf(in, 1); n >= 0 && n != y.rank())
    return BadInput("dilations has ", n, " elements, expected ", y.rank());  // dilate_c1
  std::optional<std::vector<int64_t>> dilations = in.Ints(1);
  for (int i = 0; i < y.rank(); ++i) {
    int64_t by = dilations ? dilations->at(static_cast<size_t>(i)) : 1;
    if (by < 1) return BadInput("dilations holds ", by, ", expected at least 1");  // dilate_c1
    if (y[i] >= 0) {
      ASSIGN_OR_RETURN(PaddedAxis axis, PadAxis(y[i], 0, 0, by - 1));
      y[i] = dilations ? axis.size : kUnknownDim;
    }
  }
  ASSIGN_OR_RETURN(y, Shape::FromDims(y.dims()));
  return TensorTypes{{in.dtype(0), y, MovedQuant(in[0])}};  // dilate_c3
}

}  // namespace slipway::ops
