#include "ops/cases.h"
#include "ops/update_kv_cache/update_kv_cache.h"

namespace slipway::ops {

std::vector<Case> Cases(const UpdateKvCache*) {
  std::vector<Case> cases;
  // LiteRT: k counts from 0, v from 100; the slices count down from -1 and -101.
  auto counted = [](Shape shape, float first, float step) {
    Tensor t(DType::kF32, shape);
    for (float& x : t.as<float>()) {
      x = first;
      first += step;
    }
    return t;
  };
  auto add = [&](const char* name, std::vector<int64_t> positions, std::initializer_list<float> rows) {
    Tensor k = counted({1, 5, 1, 1}, 0, 1), v = counted({1, 5, 1, 1}, 100, 1);
    Case c{.name = StrCat("update_kv_cache_", name), .op = UpdateKvCache{}};
    c.inputs = {Given(k), Given(v), Given(Tensor::Vector(positions)), Given(counted({1, 4, 1, 1}, -1, -1)),
                Given(counted({1, 4, 1, 1}, -101, -1))};
    Tensor new_k = Tensor::Of<float>({1, 5, 1, 1}, rows), new_v = Tensor::Of<float>({1, 5, 1, 1}, rows);
    for (float& x : new_v.as<float>()) x += x < 0 ? -100.0f : 100.0f;
    c.expected = {new_k, new_v};
    cases.push_back(std::move(c));
  };
  add("positions", {0, 1, 3, 4}, {-1, -2, 2, -3, -4});
  add("filled_with_zeros", {1, 3, 0, 0}, {0, -1, 2, -2, 4});
  add("falls_and_rises", {1, 3, 2, 4}, {0, -1, 2, -2, 4});
  add("equal_positions", {2, 2, 3, 1}, {0, 1, -2, -3, 4});
  auto random = [&](const char* name, Shape cache, Shape slice, Tensor positions, const char* error = "",
                    const char* run_error = "") {
    cases.push_back({.name = StrCat("update_kv_cache_", name),
                     .op = UpdateKvCache{},
                     .inputs = {Rand(cache), Rand(cache), Given(std::move(positions)), Rand(slice), Rand(slice)},
                     .error = error,
                     .run_error = run_error});
  };
  auto at = [](std::vector<int64_t> positions) { return Tensor::Vector(positions); };
  random("batch", {2, 7, 3, 4}, {2, 2, 3, 4}, at({2, 6}));
  random("no_steps", {1, 3, 2, 2}, {1, 0, 2, 2}, at({}));
  random("no_places", {1, 0, 2, 2}, {1, 0, 2, 2}, at({}));
  random("c4", {1, 3, 1, 2}, {1, 2, 1, 2}, at({2, 3}), "", "position 3 is not in [0, 3)");
  random("c4_negative", {1, 3, 1, 2}, {1, 2, 1, 2}, at({-1, 0}), "", "position -1 is not in [0, 3)");
  random("c2", {1, 3, 1, 2}, {1, 2, 2, 2}, at({0, 1}), "slices of shape [1,2,2,2] do not fit");
  random("c2_rank", {1, 3, 1, 2}, {1, 2, 2}, at({0, 1}), "slices of shape [1,2,2] do not fit");
  random("c3", {1, 3, 1, 2}, {1, 2, 1, 2}, at({0}), "1 positions for slices of shape [1,2,1,2]");
  random("c3_dtype", {1, 3, 1, 2}, {1, 1, 1, 2}, Tensor::Vector(std::vector<int64_t>{0}, DType::kI64),
         "positions are i64");
  random("c1", {3}, {1}, at({0}), "operand 0 is f32[3]");
  return cases;
}

}  // namespace slipway::ops
