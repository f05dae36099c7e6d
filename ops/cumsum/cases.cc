#include "ops/cases.h"
#include "ops/cumsum/cumsum.h"

namespace slipway::ops {

std::vector<Case> Cases(const Cumsum*) {
  constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  CaseInput x = Given(Tensor::Of<float>({2, 3}, {1, 2, 3, 4, 5, 6}));
  auto axis = [](int32_t a) { return Const(Tensor::Scalar<int32_t>(a)); };
  return {
      // tf.cumsum
      {.name = "cumsum_rows",
       .op = Cumsum{},
       .inputs = {x, axis(1)},
       .expected = {Tensor::Of<float>({2, 3}, {1, 3, 6, 4, 9, 15})}},
      {.name = "cumsum_exclusive",
       .op = Cumsum{.exclusive = true},
       .inputs = {x, axis(1)},
       .expected = {Tensor::Of<float>({2, 3}, {0, 1, 3, 0, 4, 9})}},
      {.name = "cumsum_reverse",
       .op = Cumsum{.reverse = true},
       .inputs = {x, axis(-1)},
       .expected = {Tensor::Of<float>({2, 3}, {6, 5, 3, 15, 11, 6})}},
      {.name = "cumsum_both_columns",
       .op = Cumsum{.exclusive = true, .reverse = true},
       .inputs = {x, axis(0)},
       .expected = {Tensor::Of<float>({2, 3}, {4, 5, 6, 0, 0, 0})}},
      {.name = "cumsum_infinite",
       .op = Cumsum{},
       .inputs = {Given(Tensor::Of<float>({4}, {1, inf, -inf, 2})), axis(0)},
       .expected = {Tensor::Of<float>({4}, {1, inf, nan, nan})},
       .gradient = false},
      {.name = "cumsum_wraps",
       .op = Cumsum{},
       .inputs = {Given(Tensor::Of<int8_t>({3}, {100, 100, 100})), axis(0)},
       .expected = {Tensor::Of<int8_t>({3}, {100, -56, 44})}},
      {.name = "cumsum_i32", .op = Cumsum{}, .inputs = {Rand({3, 4, 5}, -99, 99, DType::kI32), axis(1)}},
      {.name = "cumsum_i64", .op = Cumsum{.reverse = true}, .inputs = {Rand({3, 4, 5}, -99, 99, DType::kI64), axis(0)}},
      {.name = "cumsum_f64", .op = Cumsum{}, .inputs = {Rand({3, 4}, -1, 1, DType::kF64), axis(1)}},
      {.name = "cumsum_middle_of_eight", .op = Cumsum{}, .inputs = {Rand({2, 1, 2, 3, 2, 1, 2, 2}), axis(3)}},
      {.name = "cumsum_axis_from_data", .op = Cumsum{}, .inputs = {Rand({3, 4}), Given(Tensor::Scalar<int32_t>(-2))}},
      {.name = "cumsum_i64_axis", .op = Cumsum{}, .inputs = {Rand({3, 4}), ConstInts({1}, DType::kI64)}},
      {.name = "cumsum_no_elements", .op = Cumsum{}, .inputs = {Rand({3, 0}), axis(0)}},
      {.name = "cumsum_c1", .op = Cumsum{}, .inputs = {Rand({3}, 0, 1, DType::kBool), axis(0)}, .error = "numbers"},
      {.name = "cumsum_c2", .op = Cumsum{}, .inputs = {Rand({3}), axis(1)}, .error = "outside of rank 1"},
      {.name = "cumsum_c2_type", .op = Cumsum{}, .inputs = {Rand({3}), Rand({})}, .error = "expected one integer"},
  };
}

}  // namespace slipway::ops
