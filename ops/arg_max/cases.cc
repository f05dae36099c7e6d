#include "ops/cases.h"
#include "ops/arg_max/arg_max.h"

namespace slipway::ops {

std::vector<Case> Cases(const ArgMax*) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  CaseInput last = Const(Tensor::Scalar<int32_t>(-1)), first = Const(Tensor::Scalar<int64_t>(0));
  return {
      // tf.argmax, tf.argmin
      {.name = "arg_max_first_of_ties",
       .op = ArgMax{},
       .inputs = {Given(Tensor::Of<float>({3}, {1, 3, 3})), last},
       .expected = {Tensor::Scalar<int64_t>(1)}},
      {.name = "arg_max_nan",
       .op = ArgMax{},
       .inputs = {Given(Tensor::Of<float>({3, 3}, {1, nan, 3, nan, 1, 0, nan, nan, nan})), last},
       .expected = {Tensor::Of<int64_t>({3}, {2, 1, 0})}},
      {.name = "arg_max_min_nan",
       .op = ArgMax{.min = true},
       .inputs = {Given(Tensor::Of<float>({3}, {nan, 1, 0})), last},
       .expected = {Tensor::Scalar<int64_t>(2)}},
      {.name = "arg_max_last", .op = ArgMax{.output_type = DType::kI32}, .inputs = {Rand({7, 37}), last}},
      {.name = "arg_max_first", .op = ArgMax{}, .inputs = {Rand({5, 3, 7}), first}},
      {.name = "arg_max_middle_min",
       .op = ArgMax{.min = true},
       .inputs = {Rand({3, 9, 5}), Const(Tensor::Scalar<int32_t>(1))}},
      {.name = "arg_max_i8", .op = ArgMax{}, .inputs = {Rand({4, 40}, -9, 9, DType::kI8), last}},
      {.name = "arg_max_u8", .op = ArgMax{}, .inputs = {Rand({4, 40}, 0, 200, DType::kU8), last}},
      {.name = "arg_max_i32", .op = ArgMax{.min = true}, .inputs = {Rand({4, 9}, -9, 9, DType::kI32), last}},
      {.name = "arg_max_bool", .op = ArgMax{}, .inputs = {Rand({4, 9}, 0, 1, DType::kBool), last}},
      {.name = "arg_max_axis_from_data", .op = ArgMax{}, .inputs = {Rand({4, 3}), Given(Tensor::Scalar<int32_t>(0))}},
      {.name = "arg_max_no_rows", .op = ArgMax{}, .inputs = {Rand({0, 3}), last}},
      {.name = "arg_max_c1", .op = ArgMax{}, .inputs = {Rand({3}, 0, 1, DType::kString), last}, .error = "numbers"},
      {.name = "arg_max_c2", .op = ArgMax{}, .inputs = {Rand({3}), ConstInts({0, 0})}, .error = "expected one i32"},
      {.name = "arg_max_c3", .op = ArgMax{}, .inputs = {Rand({3}), ConstInts({1})}, .error = "outside of rank 1"},
      {.name = "arg_max_c3_empty", .op = ArgMax{}, .inputs = {Rand({0, 3}), first}, .error = "is empty"},
      {.name = "arg_max_c4",
       .op = ArgMax{.output_type = DType::kF32},
       .inputs = {Rand({3}), last},
       .error = "output_type"},
  };
}

}  // namespace slipway::ops
