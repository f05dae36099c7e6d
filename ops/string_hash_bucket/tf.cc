#include "ir/wire/tf.h"
#include "ops/string_hash_bucket/string_hash_bucket.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> StringHashBucket::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(1));
  StringHashBucket op;
  ASSIGN_OR_RETURN(op.buckets, node.Int("num_buckets", 0));
  return in.Add(op, {in.input(0)});
}

Status ToTf(const StringHashBucket& op, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("StringToHashBucketFast", {out.input(0)}, {{"num_buckets", op.buckets}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
