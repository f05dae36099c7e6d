#include "ops/cases.h"
#include "ops/embedding_lookup_sparse/embedding_lookup_sparse.h"

namespace slipway::ops {

std::vector<Case> Cases(const EmbeddingLookupSparse*) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  EmbeddingLookupSparse sum{}, mean{Combiner::kMean}, root{Combiner::kSqrtN};
  auto ints = [](Shape shape, std::initializer_list<int32_t> v) { return Given(Tensor::Of<int32_t>(shape, v)); };
  auto floats = [](std::initializer_list<float> v) {
    return Given(Tensor::Of<float>({static_cast<int64_t>(v.size())}, v));
  };
  CaseInput table = Given(Tensor::Of<float>({4, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
  CaseInput ids = ints({4}, {1, 3, 0, 1}), places = ints({4, 2}, {0, 0, 0, 1, 1, 0, 2, 3});
  CaseInput weights = floats({2, 0.5f, 1, 3});
  auto with = [&](const char* name, EmbeddingLookupSparse op, std::initializer_list<float> y) {
    return Case{.name = name,
                .op = op,
                .inputs = {ids, places, ConstInts({4, 5}), weights, table},
                .expected = {Tensor::Of<float>({4, 3}, y)}};
  };
  return {
      // LiteRT
      with("embedding_lookup_sparse_sum", sum, {13, 15.5f, 18, 1, 2, 3, 12, 15, 18, 0, 0, 0}),
      with("embedding_lookup_sparse_mean", mean, {5.2f, 6.2f, 7.2f, 1, 2, 3, 4, 5, 6, 0, 0, 0}),
      with("embedding_lookup_sparse_root", root,
           {6.305926322937012f, 7.518604755401611f, 8.731283187866211f, 1, 2, 3, 4, 5, 6, 0, 0, 0}),
      {.name = "embedding_lookup_sparse_place_again",
       .op = mean,
       .inputs = {ints({3}, {1, 3, 0}), ints({3, 2}, {0, 0, 1, 1, 0, 2}), ConstInts({2, 5}), floats({2, 0.5f, 1}),
                  table},
       .expected = {Tensor::Of<float>({2, 3}, {5, 7, 9, 10, 11, 12})}},
      {.name = "embedding_lookup_sparse_rank_3",
       .op = mean,
       .inputs = {ints({2}, {1, 3}), ints({2, 3}, {0, 0, 0, 1, 1, 0}), ints({3}, {2, 2, 4}), floats({2, 0.5f}), table},
       .expected = {Tensor::Of<float>({2, 2, 3}, {4, 5, 6, 0, 0, 0, 0, 0, 0, 10, 11, 12})}},
      {.name = "embedding_lookup_sparse_one_axis",
       .op = sum,
       .inputs = {ints({2}, {1, 2}), ints({2, 1}, {0, 3}), ConstInts({5}), floats({1, 1}), table},
       .expected = {Tensor::Of<float>({3}, {11, 13, 15})}},
      {.name = "embedding_lookup_sparse_no_weight",
       .op = mean,
       .inputs = {ints({1}, {1}), ints({1, 2}, {0, 0}), ConstInts({1, 1}), floats({0}), table},
       .expected = {Tensor::Of<float>({1, 3}, {nan, nan, nan})}},
      {.name = "embedding_lookup_sparse_no_ids",
       .op = mean,
       .inputs = {ints({0}, {}), ints({0, 2}, {}), ConstInts({2, 1}), floats({}), table},
       .expected = {Tensor::Of<float>({2, 3}, {0, 0, 0, 0, 0, 0})}},
      {.name = "embedding_lookup_sparse_c1",
       .op = sum,
       .inputs = {ids, ints({3, 2}, {0, 0, 0, 1, 1, 0}), ConstInts({4, 5}), weights, table},
       .error = "indices has shape [3,2]"},
      {.name = "embedding_lookup_sparse_c1_shape",
       .op = sum,
       .inputs = {ids, places, ConstInts({-4, 5}), weights, table},
       .error = "holds -4"},
      {.name = "embedding_lookup_sparse_c2",
       .op = sum,
       .inputs = {ids, places, ConstInts({4, 5}), floats({1}), table},
       .error = "one f32 for each of 4 ids"},
      {.name = "embedding_lookup_sparse_c2_params",
       .op = sum,
       .inputs = {ids, places, ConstInts({4, 5}), weights, Rand({3})},
       .error = "rows of f32"},
      {.name = "embedding_lookup_sparse_c3",
       .op = sum,
       .inputs = {ints({1}, {4}), ints({1, 2}, {0, 0}), ConstInts({1, 1}), floats({2}), table},
       .run_error = "ids[0] = 4 is not in [0, 4)"},
      {.name = "embedding_lookup_sparse_c3_place",
       .op = sum,
       .inputs = {ints({1}, {1}), ints({1, 2}, {2, 0}), ConstInts({2, 1}), floats({2}), table},
       .run_error = "indices[0] is not in the shape"},
  };
}

}  // namespace slipway::ops
