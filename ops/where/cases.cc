#include "ops/cases.h"
#include "ops/where/where.h"

namespace slipway::ops {

std::vector<Case> Cases(const Where*) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  auto numbers = [](const char* name, DType t) {
    return Case{.name = name, .op = Where{}, .inputs = {Rand({3, 2, 5}, 0, 2, t)}};
  };
  return {
      // tf.where
      {.name = "where_bool",
       .op = Where{},
       .inputs = {Given(Tensor::Of<bool>({2, 2}, {true, false, true, true}))},
       .expected = {Tensor::Of<int64_t>({3, 2}, {0, 0, 1, 0, 1, 1})}},
      {.name = "where_nan_is_not_zero",
       .op = Where{},
       .inputs = {Given(Tensor::Of<float>({4}, {0, nan, -0.0f, 2}))},
       .expected = {Tensor::Of<int64_t>({2, 1}, {1, 3})}},
      {.name = "where_nothing",
       .op = Where{},
       .inputs = {Given(Tensor::Of<int32_t>({1, 2}, {0, 0}))},
       .expected = {Tensor(DType::kI64, {0, 2})}},
      {.name = "where_constant",
       .op = Where{},
       .inputs = {Const(Tensor::Of<bool>({3}, {false, false, true}))},
       .expected = {Tensor::Of<int64_t>({1, 1}, {2})}},
      {.name = "where_rank_8", .op = Where{}, .inputs = {Rand({2, 1, 2, 1, 2, 1, 2, 3}, 0, 1, DType::kBool)}},
      numbers("where_f16", DType::kF16),
      numbers("where_i8", DType::kI8),
      numbers("where_u8", DType::kU8),
      numbers("where_i32", DType::kI32),
      numbers("where_i64", DType::kI64),
      numbers("where_u32", DType::kU32),
      {.name = "where_no_elements",
       .op = Where{},
       .inputs = {Rand({3, 0}, 0, 1, DType::kBool)},
       .expected = {Tensor(DType::kI64, {0, 2})}},
      {.name = "where_c1", .op = Where{}, .inputs = {Rand({}, 0, 1, DType::kBool)}, .error = "at least one axis"},
      {.name = "where_c1_type",
       .op = Where{},
       .inputs = {Given(Tensor::Of<std::string>({1}, {"a"}))},
       .error = "expected numbers"},
  };
}

}  // namespace slipway::ops
