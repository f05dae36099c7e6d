#include "ops/cases.h"
#include "ops/unique/unique.h"

namespace slipway::ops {

std::vector<Case> Cases(const Unique*) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  auto numbers = [](const char* name, DType t) {
    return Case{.name = name, .op = Unique{}, .inputs = {Rand({200}, 0, t == DType::kBool ? 1 : 30, t)}};
  };
  return {
      // tf.unique
      {.name = "unique_order",
       .op = Unique{},
       .inputs = {Given(Tensor::Of<float>({5}, {3, 1, 3, 2, 1}))},
       .expected = {Tensor::Of<float>({3}, {3, 1, 2}), Tensor::Of<int32_t>({5}, {0, 1, 0, 2, 1})}},
      {.name = "unique_nan",
       .op = Unique{},
       .inputs = {Given(Tensor::Of<float>({5}, {nan, 1, nan, 0, -0.0f}))},
       .expected = {Tensor::Of<float>({4}, {nan, 1, nan, 0}), Tensor::Of<int32_t>({5}, {0, 1, 2, 3, 3})}},
      {.name = "unique_strings",
       .op = Unique{.index_type = DType::kI64},
       .inputs = {Given(Tensor::Of<std::string>({3}, {"a", "b", "a"}))},
       .expected = {Tensor::Of<std::string>({2}, {"a", "b"}), Tensor::Of<int64_t>({3}, {0, 1, 0})}},
      numbers("unique_i8", DType::kI8),
      numbers("unique_u8", DType::kU8),
      numbers("unique_i16", DType::kI16),
      numbers("unique_i32", DType::kI32),
      numbers("unique_i64", DType::kI64),
      numbers("unique_f16", DType::kF16),
      numbers("unique_bool", DType::kBool),
      {.name = "unique_many", .op = Unique{}, .inputs = {Rand({3000}, -1000, 1000, DType::kI32)}},
      {.name = "unique_i64_positions",
       .op = Unique{.index_type = DType::kI64},
       .inputs = {Rand({50}, 0, 9, DType::kI32)}},
      {.name = "unique_nothing",
       .op = Unique{},
       .inputs = {Rand({0})},
       .expected = {Tensor(DType::kF32, {0}), Tensor(DType::kI32, {0})}},
      {.name = "unique_c1", .op = Unique{}, .inputs = {Rand({2, 2})}, .error = "expected a vector"},
      {.name = "unique_c2", .op = Unique{.index_type = DType::kI16}, .inputs = {Rand({2})}, .error = "index_type"},
  };
}

}  // namespace slipway::ops
