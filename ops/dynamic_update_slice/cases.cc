#include "ops/cases.h"
#include "ops/dynamic_update_slice/dynamic_update_slice.h"

namespace slipway::ops {

std::vector<Case> Cases(const DynamicUpdateSlice*) {
  CaseInput zeros = Given(Tensor::Of<float>({3, 3}, {0, 0, 0, 0, 0, 0, 0, 0, 0}));
  CaseInput block = Given(Tensor::Of<float>({2, 2}, {1, 2, 3, 4}));
  auto starts = [](std::initializer_list<int32_t> v) {
    return Given(Tensor::Of<int32_t>({static_cast<int64_t>(v.size())}, v));
  };
  auto numbers = [&](const char* name, DType t) {
    double hi = t == DType::kBool ? 1 : 100;
    return Case{.name = name,
                .op = DynamicUpdateSlice{},
                .inputs = {Rand({4, 5, 3}, 0, hi, t), Rand({2, 1, 3}, 0, hi, t), starts({1, 4, 0})}};
  };
  return {
      // LiteRT
      {.name = "dynamic_update_slice_corner",
       .op = DynamicUpdateSlice{},
       .inputs = {zeros, block, starts({0, 1})},
       .expected = {Tensor::Of<float>({3, 3}, {0, 1, 2, 0, 3, 4, 0, 0, 0})}},
      {.name = "dynamic_update_slice_moved_inside",
       .op = DynamicUpdateSlice{},
       .inputs = {zeros, block, starts({-7, 5})},
       .expected = {Tensor::Of<float>({3, 3}, {0, 1, 2, 0, 3, 4, 0, 0, 0})}},
      {.name = "dynamic_update_slice_row",
       .op = DynamicUpdateSlice{},
       .inputs = {Rand({1, 40, 2, 8}), Rand({1, 1, 2, 8}), starts({0, 17, 0, 0})}},
      {.name = "dynamic_update_slice_all",
       .op = DynamicUpdateSlice{},
       .inputs = {Rand({2, 3}), Rand({2, 3}), starts({1, 1})}},
      {.name = "dynamic_update_slice_nothing",
       .op = DynamicUpdateSlice{},
       .inputs = {Rand({2, 3}), Rand({0, 3}), starts({1, 0})}},
      {.name = "dynamic_update_slice_constant_starts",
       .op = DynamicUpdateSlice{},
       .inputs = {Rand({5}), Rand({2}), ConstInts({3})}},
      {.name = "dynamic_update_slice_i64_starts",
       .op = DynamicUpdateSlice{},
       .inputs = {Rand({5, 2}), Rand({2, 2}), ConstInts({INT64_MIN, INT64_MAX}, DType::kI64)}},
      {.name = "dynamic_update_slice_scalar",
       .op = DynamicUpdateSlice{},
       .inputs = {Rand({}), Rand({}), Given(Tensor(DType::kI32, {0}))}},
      {.name = "dynamic_update_slice_rank_8",
       .op = DynamicUpdateSlice{},
       .inputs = {Rand({2, 1, 2, 1, 2, 1, 2, 3}), Rand({1, 1, 2, 1, 1, 1, 2, 2}), starts({1, 0, 0, 0, 1, 0, 0, 1})}},
      numbers("dynamic_update_slice_f16", DType::kF16),
      numbers("dynamic_update_slice_i8", DType::kI8),
      numbers("dynamic_update_slice_i16", DType::kI16),
      numbers("dynamic_update_slice_i32", DType::kI32),
      numbers("dynamic_update_slice_i64", DType::kI64),
      numbers("dynamic_update_slice_bool", DType::kBool),
      {.name = "dynamic_update_slice_codes",
       .op = DynamicUpdateSlice{},
       .inputs = {RandQuant({3, 4}, 0.5f, 3), RandQuant({1, 4}, 0.5f, 3), starts({1, 0})},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "dynamic_update_slice_strings",
       .op = DynamicUpdateSlice{},
       .inputs = {Given(Tensor::Of<std::string>({3}, {"a", "b", "c"})), Given(Tensor::Of<std::string>({1}, {"d"})),
                  starts({1})},
       .expected = {Tensor::Of<std::string>({3}, {"a", "d", "c"})}},
      {.name = "dynamic_update_slice_c1_type",
       .op = DynamicUpdateSlice{},
       .inputs = {Rand({2}), ConstInts({1}), starts({0})},
       .error = "update is i32"},
      {.name = "dynamic_update_slice_c1_shape",
       .op = DynamicUpdateSlice{},
       .inputs = {Rand({2}), Rand({3}), starts({0})},
       .error = "does not fit into [2]"},
      {.name = "dynamic_update_slice_c2",
       .op = DynamicUpdateSlice{},
       .inputs = {Rand({2}), Rand({1}), starts({0, 0})},
       .error = "starts has 2 elements"},
      {.name = "dynamic_update_slice_c2_type",
       .op = DynamicUpdateSlice{},
       .inputs = {Rand({2}), Rand({1}), Rand({1})},
       .error = "expected integers"},
  };
}

}  // namespace slipway::ops
