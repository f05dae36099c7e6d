#include "ops/cases.h"
#include "ops/hashtable_lookup/hashtable_lookup.h"

namespace slipway::ops {

std::vector<Case> Cases(const HashtableLookup*) {
  auto ints = [](std::initializer_list<int32_t> v) {
    return Given(Tensor::Of<int32_t>({static_cast<int64_t>(v.size())}, v));
  };
  CaseInput keys = ints({-3, 5, 9}), asked = ints({5, -3, 7, 9});
  auto values = [&](const char* name, DType t) {
    return Case{.name = name, .op = HashtableLookup{}, .inputs = {asked, keys, Rand({3, 2, 2}, 1, 100, t)}};
  };
  return {
      // LiteRT
      {.name = "hashtable_lookup_rows",
       .op = HashtableLookup{},
       .inputs = {asked, keys, Given(Tensor::Of<float>({3, 2}, {1, 2, 3, 4, 5, 6}))},
       .expected = {Tensor::Of<float>({4, 2}, {3, 4, 1, 2, 0, 0, 5, 6}), Tensor::Of<uint8_t>({4}, {1, 1, 0, 1})}},
      {.name = "hashtable_lookup_vector",
       .op = HashtableLookup{},
       .inputs = {ints({5, 2}), keys, ints({1, 2, 3})},
       .expected = {Tensor::Of<int32_t>({2}, {2, 0}), Tensor::Of<uint8_t>({2}, {1, 0})}},
      {.name = "hashtable_lookup_strings",
       .op = HashtableLookup{},
       .inputs = {ints({9, 2}), keys, Given(Tensor::Of<std::string>({3}, {"a", "b", "c"}))},
       .expected = {Tensor::Of<std::string>({2}, {"c", ""}), Tensor::Of<uint8_t>({2}, {1, 0})}},
      values("hashtable_lookup_i8", DType::kI8),
      values("hashtable_lookup_i16", DType::kI16),
      values("hashtable_lookup_i64", DType::kI64),
      {.name = "hashtable_lookup_no_keys",
       .op = HashtableLookup{},
       .inputs = {asked, Given(Tensor(DType::kI32, {0})), Rand({0, 2})}},
      {.name = "hashtable_lookup_no_questions",
       .op = HashtableLookup{},
       .inputs = {Given(Tensor(DType::kI32, {0})), keys, Rand({3, 2})}},
      {.name = "hashtable_lookup_c1",
       .op = HashtableLookup{},
       .inputs = {Rand({1}), keys, Rand({3})},
       .error = "lookup is f32"},
      {.name = "hashtable_lookup_c1_type",
       .op = HashtableLookup{},
       .inputs = {asked, Given(Tensor::Of<int64_t>({1}, {1})), Rand({1})},
       .error = "keys is i64"},
      {.name = "hashtable_lookup_c2",
       .op = HashtableLookup{},
       .inputs = {asked, keys, Rand({2, 2})},
       .error = "a row for each of 3 keys"},
  };
}

}  // namespace slipway::ops
