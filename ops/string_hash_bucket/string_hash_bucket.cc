#include "ops/string_hash_bucket/string_hash_bucket.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const StringHashBucket& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  if (in.dtype(0) != DType::kString)
    return BadInput("x is ", in.dtype(0), ", expected strings");  // string_hash_bucket_c1
  if (op.buckets < 1)
    return BadInput("there are ", op.buckets, " buckets, expected 1 at least");  // string_hash_bucket_c2
  return TensorTypes{{DType::kI64, in.shape(0)}};                                // string_hash_bucket_c3
}

}  // namespace slipway::ops
