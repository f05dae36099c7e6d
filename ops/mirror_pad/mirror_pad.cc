#include "ops/mirror_pad/mirror_pad.h"

#include <algorithm>

#include "ops/pad/pad.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const MirrorPad& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  ASSIGN_OR_RETURN(Shape y, InferPaddedShape(in));  // mirror_pad_c1
  const Shape& x = in.shape(0);
  auto paddings = in.Ints(1);
  for (int i = 0; paddings && x.has_rank() && i < x.rank(); ++i) {
    int64_t most = op.reflect ? std::max<int64_t>(x[i] - 1, 0) : x[i];
    for (int64_t p : {(*paddings)[static_cast<size_t>(2 * i)], (*paddings)[static_cast<size_t>(2 * i + 1)]})
      if (x[i] >= 0 && p > most)
        return BadInput("paddings of axis ", i, " hold ", p, ", expected at most ", most, " for x of shape ",
                        x);  // mirror_pad_c2
  }
  return TensorTypes{{in.dtype(0), y, MovedQuant(in[0])}};  // mirror_pad_c3
}

}  // namespace slipway::ops
