#include "ops/hashtable_lookup/hashtable_lookup.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const HashtableLookup&, Inputs in) {
  RETURN_IF_ERROR(in.Count(3));
  for (int i : {0, 1}) {
    RETURN_IF_ERROR(CheckIntegers(in, i, i ? "keys" : "lookup", 1));  // hashtable_lookup_c1
    if (in.dtype(i) != DType::kI32)
      return BadInput(i ? "keys" : "lookup", " is ", in.dtype(i), ", expected i32");  // hashtable_lookup_c1
  }
  Shape values = in.shape(2);
  int64_t keys = LengthOf(in, 1);
  if (values.has_rank()) {
    if (values.rank() == 0 || (keys >= 0 && values[0] >= 0 && keys != values[0]))
      return BadInput("values has shape ", values, ", expected a row for each of ", keys,
                      " keys");  // hashtable_lookup_c2
    values[0] = LengthOf(in, 0);
    ASSIGN_OR_RETURN(values, Shape::FromDims(values.dims()));
  }
  return TensorTypes{TensorType(in.dtype(2), values, MovedQuant(in[2])),
                     TensorType(DType::kU8, Shape{LengthOf(in, 0)})};  // hashtable_lookup_c3
}

}  // namespace slipway::ops
