#include "ops/cases.h"
#include "ops/update_own_kv_cache/update_own_kv_cache.h"

namespace slipway::ops {

std::vector<Case> Cases(const UpdateOwnKvCache*) {
  const UpdateOwnKvCache op{.kv_cache_max = 4, .num_layers = 3, .layer_index = 1, .heads = 1, .size = 2};
  auto positions = [](int64_t first) { return Given(Tensor::Of<int64_t>({2}, {first, first + 1})); };
  CaseInput k = Given(Tensor::Of<float>({1, 2, 1, 2}, {1, 2, 3, 4}));
  CaseInput v = Given(Tensor::Of<float>({1, 2, 1, 2}, {-1, -2, -3, -4}));
  // LiteRT's kernel of the generative operators.
  std::vector<Case> cases = {
      {.name = "update_own_kv_cache_begin",
       .op = op,
       .inputs = {positions(0), k, v},
       .expected = {Tensor::Of<float>({1, 4, 1, 2}, {1, 2, 3, 4, 0, 0, 0, 0}),
                    Tensor::Of<float>({1, 4, 1, 2}, {-1, -2, -3, -4, 0, 0, 0, 0})}},
      {.name = "update_own_kv_cache_moved",
       .op = op,
       .inputs = {positions(3), k, v},
       .expected = {Tensor::Of<float>({1, 4, 1, 2}, {0, 0, 0, 0, 1, 2, 3, 4}),
                    Tensor::Of<float>({1, 4, 1, 2}, {0, 0, 0, 0, -1, -2, -3, -4})}},
      {.name = "update_own_kv_cache_c4",
       .op = op,
       .inputs = {positions(-1), k, v},
       .run_error = "position -1 lies before 0"},
      {.name = "update_own_kv_cache_c4_far",
       .op = op,
       .inputs = {positions(7), k, v},
       .run_error = "position 7 lies too far behind 0"},
  };
  auto refuse = [&](const char* name, const char* error, UpdateOwnKvCache with, CaseInput p, CaseInput x, CaseInput y) {
    cases.push_back({.name = name, .op = with, .inputs = {p, x, y}, .error = error});
  };
  UpdateOwnKvCache layer = op, large = op, few = op;
  layer.layer_index = 3;
  large.kv_cache_max = int64_t{1} << 40;
  few.kv_cache_max = 1;
  refuse("update_own_kv_cache_c1", "positions are i32", op, ConstInts({0, 1}), k, v);
  refuse("update_own_kv_cache_c1_steps", "positions of shape [1]", op, ConstInts({0}, DType::kI64), k, v);
  refuse("update_own_kv_cache_c2", "expected [1,2,1,2]", op, positions(0), k, Rand({1, 2, 2, 1}));
  refuse("update_own_kv_cache_c3", "layer 3 of 3", layer, positions(0), k, v);
  refuse("update_own_kv_cache_c3_large", "caches of 1099511627776 places", large, positions(0), k, v);
  refuse("update_own_kv_cache_c3_steps", "2 steps for 1 places", few, positions(0), k, v);
  return cases;
}

}  // namespace slipway::ops
