#include "ops/cases.h"
#include "ops/string_hash_bucket/string_hash_bucket.h"

namespace slipway::ops {

std::vector<Case> Cases(const StringHashBucket*) {
  auto strings = [](std::vector<std::string> v) {
    return Tensor::Of<std::string>({static_cast<int64_t>(v.size())}, std::span<const std::string>(v));
  };
  return {
      // tf.strings.to_hash_bucket_fast
      {.name = "string_hash_bucket_fast",
       .op = StringHashBucket{.buckets = 1000},
       .inputs = {Given(strings({"Hello", "TensorFlow", "", "2.x"}))},
       .expected = {Tensor::Of<int64_t>({4}, {151, 254, 263, 357})}},
      {.name = "string_hash_bucket_c1", .op = StringHashBucket{}, .inputs = {Rand({2})}, .error = "expected strings"},
      {.name = "string_hash_bucket_c2",
       .op = StringHashBucket{.buckets = 0},
       .inputs = {Given(strings({"a"}))},
       .error = "there are 0 buckets"},
  };
}

}  // namespace slipway::ops
