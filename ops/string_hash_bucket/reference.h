#pragma once

#include "base/fingerprint.h"
#include "ops/reference.h"
#include "ops/string_hash_bucket/string_hash_bucket.h"

namespace slipway::ops {

template <class T>
void Reference(const StringHashBucket& op, RefArgs<T>& a) {
  const std::vector<std::string>& x = a.Strings(0);
  for (size_t i = 0; i < x.size(); ++i)
    a.OutInts(0)[i] = static_cast<int64_t>(Fingerprint64(x[i]) % static_cast<uint64_t>(op.buckets));
}

}  // namespace slipway::ops
