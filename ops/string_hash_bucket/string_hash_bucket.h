#pragma once
// StringHashBucket: FarmHash's fingerprint of each string, modulo the number of buckets.
//   operands: x (strings)
//
// C1 dtype(x) is string
// C2 buckets >= 1
// C3 y is i64 of the shape of x

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct StringHashBucket {
  int64_t buckets = 1;

  static void Fields(auto& op, auto&& f) { f("buckets", op.buckets); }
  using ReferenceTypes = AnyTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
};

Result<TensorTypes> Infer(const StringHashBucket&, Inputs);
Status ToTf(const StringHashBucket&, wire::TfExporter&);
}  // namespace slipway::ops
