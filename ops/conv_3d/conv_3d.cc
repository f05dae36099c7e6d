#include "ops/conv_3d/conv_3d.h"

#include "ops/convolution.h"
#include "ops/convolution_3d.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Conv3D& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2, 3));
  const Shape &x = in.shape(0), &filter = in.shape(1);
  RETURN_IF_ERROR(CheckRank5(x, "x"));            // conv_3d_c1
  RETURN_IF_ERROR(CheckRank5(filter, "filter"));  // conv_3d_c1
  std::array<Window, 3> windows = WindowsOf(op, x, filter);
  RETURN_IF_ERROR(CheckWindows3D(windows));   // conv_3d_c2
  RETURN_IF_ERROR(CheckSameFloat(in, 0, 1));  // conv_3d_c3
  if (in.Has(2)) RETURN_IF_ERROR(CheckSameFloat(in, 0, 2));
  int64_t channels = x.has_rank() ? x[4] : -1, reads = filter.has_rank() ? filter[3] : -1;
  if (channels >= 0 && reads >= 0 && channels != reads)
    return BadInput("the filter reads ", reads, " channels, x has ", channels);  // conv_3d_c4
  int64_t out_c = filter.has_rank() ? filter[4] : -1;
  RETURN_IF_ERROR(CheckBias(in, 2, out_c));              // conv_3d_c5
  RETURN_IF_ERROR(CheckClampActivation(op.activation));  // conv_3d_c7
  ASSIGN_OR_RETURN(auto out, OutputSize3D(windows));     // conv_3d_c6
  ASSIGN_OR_RETURN(Shape y, CheckedShape({x.has_rank() ? x[0] : -1, out[0], out[1], out[2], out_c}));
  return TensorTypes{{in.dtype(0), y}};  // conv_3d_c8
}

}  // namespace slipway::ops
