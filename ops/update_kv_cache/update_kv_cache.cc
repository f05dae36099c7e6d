#include "ops/update_kv_cache/update_kv_cache.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const UpdateKvCache&, Inputs in) {
  RETURN_IF_ERROR(in.Count(5));
  const Shape &k = in.shape(0), &slice = in.shape(3);
  for (int i : {0, 1, 3, 4}) {
    const Shape& s = in.shape(i);
    bool fits = IsFloat(in.dtype(i)) && in.dtype(i) == in.dtype(0) && (!s.has_rank() || s.rank() >= 2);
    if (!fits || !Compatible(s, i < 2 ? k : slice))
      return BadInput("operand ", i, " is ", in[i], ", expected ", in.dtype(0),
                      i < 2 ? k : slice);  // update_kv_cache_c1
  }
  RETURN_IF_ERROR(CheckIntegers(in, 2, "positions", 1));
  if (in.dtype(2) != DType::kI32)
    return BadInput("positions are ", in.dtype(2), ", expected i32");  // update_kv_cache_c3
  if (!slice.has_rank()) return TensorTypes{in[0], in[1]};
  Shape expected = slice;
  if (k.has_rank() && k.rank() == slice.rank()) expected[1] = k[1];
  if (!Compatible(expected, k))
    return BadInput("slices of shape ", slice, " do not fit caches of shape ", k);  // update_kv_cache_c2
  int64_t steps = LengthOf(in, 2);
  if (steps >= 0 && slice[1] >= 0 && steps != slice[1])
    return BadInput("there are ", steps, " positions for slices of shape ", slice);  // update_kv_cache_c3
  return TensorTypes{in[0], in[1]};                                                  // update_kv_cache_c5
}

}  // namespace slipway::ops
