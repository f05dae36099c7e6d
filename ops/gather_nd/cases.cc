#include "ops/cases.h"
#include "ops/gather_nd/gather_nd.h"

namespace slipway::ops {

std::vector<Case> Cases(const GatherNd*) {
  CaseInput three_rows = Given(Tensor::Of<float>({3, 2}, {1, 2, 3, 4, 5, 6}));
  auto indices = [](Shape shape, std::initializer_list<int32_t> v) { return Given(Tensor::Of<int32_t>(shape, v)); };
  auto pick = [&](const char* name, DType t) {
    return Case{.name = name,
                .op = GatherNd{},
                .inputs = {Rand({4, 3, 2}, 0, t == DType::kBool ? 1 : 100, t), indices({3, 2}, {3, 2, 0, 0, 3, 1})}};
  };
  return {
      // tf.gather_nd
      {.name = "gather_nd_elements",
       .op = GatherNd{},
       .inputs = {three_rows, indices({2, 2}, {2, 0, 0, 1})},
       .expected = {Tensor::Of<float>({2}, {5, 2})}},
      {.name = "gather_nd_rows",
       .op = GatherNd{},
       .inputs = {three_rows, indices({1, 2, 1}, {2, 0})},
       .expected = {Tensor::Of<float>({1, 2, 2}, {5, 6, 1, 2})}},
      {.name = "gather_nd_everything",
       .op = GatherNd{},
       .inputs = {Given(Tensor::Of<float>({1, 2}, {1, 2})), Given(Tensor(DType::kI32, {2, 0}))},
       .expected = {Tensor::Of<float>({2, 1, 2}, {1, 2, 1, 2})}},
      {.name = "gather_nd_one_tuple", .op = GatherNd{}, .inputs = {Rand({3, 4, 5}), indices({2}, {2, 3})}},
      {.name = "gather_nd_rank_8",
       .op = GatherNd{},
       .inputs = {Rand({2, 1, 2, 1, 2, 1, 2, 3}), indices({2, 7}, {1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 1})}},
      pick("gather_nd_f16", DType::kF16),
      pick("gather_nd_i8", DType::kI8),
      pick("gather_nd_u8", DType::kU8),
      pick("gather_nd_i16", DType::kI16),
      pick("gather_nd_i32", DType::kI32),
      pick("gather_nd_i64", DType::kI64),
      pick("gather_nd_bool", DType::kBool),
      {.name = "gather_nd_i16_indices",
       .op = GatherNd{},
       .inputs = {Rand({300, 2}), Given(Tensor::Of<int16_t>({2, 1}, {299, 256}))}},
      {.name = "gather_nd_i64_indices",
       .op = GatherNd{},
       .inputs = {Rand({30, 2}), Given(Tensor::Of<int64_t>({2, 2}, {29, 1, 0, 0}))}},
      {.name = "gather_nd_codes",
       .op = GatherNd{},
       .inputs = {RandQuant({3, 4}, 0.5f, 3), indices({2, 1}, {2, 0})},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "gather_nd_strings",
       .op = GatherNd{},
       .inputs = {Given(Tensor::Of<std::string>({2, 2}, {"a", "b", "c", "d"})), indices({1, 1}, {1})},
       .expected = {Tensor::Of<std::string>({1, 2}, {"c", "d"})}},
      {.name = "gather_nd_nothing", .op = GatherNd{}, .inputs = {Rand({3, 2}), Given(Tensor(DType::kI32, {0, 1}))}},
      {.name = "gather_nd_no_elements", .op = GatherNd{}, .inputs = {Rand({3, 0}), indices({2, 1}, {0, 1})}},
      {.name = "gather_nd_c1_type",
       .op = GatherNd{},
       .inputs = {Rand({3}), Rand({1, 1})},
       .error = "expected integers"},
      {.name = "gather_nd_c1_scalar", .op = GatherNd{}, .inputs = {Rand({3}), indices({}, {1})}, .error = "a scalar"},
      {.name = "gather_nd_c2",
       .op = GatherNd{},
       .inputs = {Rand({3}), indices({1, 2}, {0, 0})},
       .error = "do not fit the shape [3]"},
      {.name = "gather_nd_c3",
       .op = GatherNd{},
       .inputs = {Rand({3, 2}), indices({2, 2}, {2, 1, 2, 2})},
       .run_error = "indices[1] = [2,2] is not in [3,2]"},
      {.name = "gather_nd_c3_negative",
       .op = GatherNd{},
       .inputs = {Rand({3, 2}), indices({1, 2, 1}, {0, -1})},
       .run_error = "indices[0,1] = [-1] is not in [3,2]"},
  };
}

}  // namespace slipway::ops
