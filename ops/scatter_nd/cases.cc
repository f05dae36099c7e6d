#include "ops/cases.h"
#include "ops/scatter_nd/scatter_nd.h"

namespace slipway::ops {

std::vector<Case> Cases(const ScatterNd*) {
  Tensor codes = Tensor::Of<int8_t>({4, 2}, {21, -95, 22, 48, -63, 52, 127, 22});
  codes.mutable_type().quant = Quantization{{0.0184f}, {-13}, 0};
  auto indices = [](Shape shape, std::initializer_list<int32_t> v) { return Given(Tensor::Of<int32_t>(shape, v)); };
  auto add = [&](const char* name, DType t) {
    return Case{.name = name,
                .op = ScatterNd{},
                .inputs = {indices({4, 1}, {3, 0, 3, 1}), Rand({4, 5}, 0, 100, t), ConstInts({5, 5})}};
  };
  return {
      // tf.scatter_nd
      {.name = "scatter_nd_same_place_adds",
       .op = ScatterNd{},
       .inputs = {indices({3, 1}, {1, 3, 1}), Given(Tensor::Of<float>({3}, {1, 2, 3})), ConstInts({5})},
       .expected = {Tensor::Of<float>({5}, {0, 4, 0, 2, 0})}},
      {.name = "scatter_nd_rows",
       .op = ScatterNd{},
       .inputs = {indices({2, 1}, {2, 0}), Given(Tensor::Of<float>({2, 2}, {1, 2, 3, 4})), ConstInts({3, 2})},
       .expected = {Tensor::Of<float>({3, 2}, {3, 4, 0, 0, 1, 2})}},
      {.name = "scatter_nd_bool",
       .op = ScatterNd{},
       .inputs = {indices({3, 1}, {1, 3, 1}), Given(Tensor::Of<bool>({3}, {true, true, true})), ConstInts({5})},
       .expected = {Tensor::Of<bool>({5}, {false, true, false, true, false})}},
      {.name = "scatter_nd_wraps",
       .op = ScatterNd{},
       .inputs = {indices({2, 1}, {0, 0}), Given(Tensor::Of<int8_t>({2}, {100, 100})), ConstInts({1})},
       .expected = {Tensor::Of<int8_t>({1}, {-56})}},
      {.name = "scatter_nd_nothing",
       .op = ScatterNd{},
       .inputs = {Given(Tensor(DType::kI32, {0, 1})), Given(Tensor(DType::kF32, {0, 2})), ConstInts({2, 2})},
       .expected = {Tensor::Of<float>({2, 2}, {0, 0, 0, 0})}},
      {.name = "scatter_nd_elements",
       .op = ScatterNd{},
       .inputs = {indices({2, 2, 2}, {0, 1, 2, 2, 0, 1, 1, 0}), Rand({2, 2}), ConstInts({3, 3})}},
      {.name = "scatter_nd_everywhere",
       .op = ScatterNd{},
       .inputs = {Given(Tensor(DType::kI32, {3, 0})), Rand({3, 2}), ConstInts({2})}},
      {.name = "scatter_nd_computed_shape",
       .op = ScatterNd{},
       .inputs = {indices({2, 1}, {2, 0}), Rand({2, 2}), indices({2}, {4, 2})}},
      {.name = "scatter_nd_i64_indices",
       .op = ScatterNd{},
       .inputs = {Given(Tensor::Of<int64_t>({2, 1}, {2, 0})), Rand({2, 2}), ConstInts({4, 2}, DType::kI64)}},
      add("scatter_nd_f16", DType::kF16),
      add("scatter_nd_f64", DType::kF64),
      add("scatter_nd_u8", DType::kU8),
      add("scatter_nd_i16", DType::kI16),
      add("scatter_nd_i32", DType::kI32),
      add("scatter_nd_i64", DType::kI64),
      add("scatter_nd_u32", DType::kU32),
      // LiteRT
      {.name = "scatter_nd_codes",
       .op = ScatterNd{},
       .inputs = {indices({4, 1}, {2, 0, 2, 3}), Given(codes), ConstInts({5, 2})},
       .expected = {Tensor::Of<int8_t>({5, 2}, {22, 48, 0, 0, -42, -43, 127, 22, 0, 0})},
       .out_quant = {Quantization{{0.0184f}, {-13}, 0}}},
      {.name = "scatter_nd_c1_type",
       .op = ScatterNd{},
       .inputs = {Rand({2, 1}), Rand({2}), ConstInts({4})},
       .error = "expected integers"},
      {.name = "scatter_nd_c1_negative",
       .op = ScatterNd{},
       .inputs = {indices({2, 1}, {2, 0}), Rand({2}), ConstInts({-4})},
       .error = "holds -4"},
      {.name = "scatter_nd_c2_tuple",
       .op = ScatterNd{},
       .inputs = {indices({1, 2}, {2, 0}), Rand({1}), ConstInts({4})},
       .error = "do not fit the shape [4]"},
      {.name = "scatter_nd_c2_updates",
       .op = ScatterNd{},
       .inputs = {indices({2, 1}, {2, 0}), Rand({2, 3}), ConstInts({4, 2})},
       .error = "updates have shape [2,3]"},
      {.name = "scatter_nd_c3",
       .op = ScatterNd{},
       .inputs = {indices({2, 1}, {1, 5}), Rand({2}), ConstInts({5})},
       .run_error = "indices[1] = [5] is not in [5]"},
      {.name = "scatter_nd_c3_negative",
       .op = ScatterNd{},
       .inputs = {indices({2, 1}, {-1, 1}), Rand({2}), ConstInts({5})},
       .run_error = "indices[0] = [-1] is not in [5]"},
      {.name = "scatter_nd_c4",
       .op = ScatterNd{},
       .inputs = {indices({1, 1}, {0}), Given(Tensor::Of<std::string>({1}, {"a"})), ConstInts({5})},
       .error = "expected numbers"},
  };
}

}  // namespace slipway::ops
