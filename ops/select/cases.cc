#include "ops/cases.h"
#include "ops/select/select.h"

namespace slipway::ops {

std::vector<Case> Cases(const Select*) {
  auto random_bool = [](Shape s) { return Rand(s, 0, 1, DType::kBool); };
  CaseInput two = Given(Tensor::Of<bool>({2}, {true, false}));
  return {
      // tf.where
      {.name = "select_broadcast",
       .op = Select{},
       .inputs = {Given(Tensor::Of<bool>({2, 1}, {true, false})), Given(Tensor::Of<float>({3}, {1, 2, 3})),
                  Given(Tensor::Scalar<float>(9))},
       .expected = {Tensor::Of<float>({2, 3}, {1, 2, 3, 9, 9, 9})}},
      // tf.raw_ops.Select
      {.name = "select_rows",
       .op = Select{.rows = true},
       .inputs = {two, Given(Tensor::Of<float>({2, 2}, {1, 2, 3, 4})), Given(Tensor::Of<float>({2, 2}, {5, 6, 7, 8}))},
       .expected = {Tensor::Of<float>({2, 2}, {1, 2, 7, 8})}},
      {.name = "select_rows_scalar",
       .op = Select{.rows = true},
       .inputs = {Given(Tensor::Scalar<bool>(false)), Given(Tensor::Of<float>({2}, {1, 2})),
                  Given(Tensor::Of<float>({2}, {5, 6}))},
       .expected = {Tensor::Of<float>({2}, {5, 6})}},
      {.name = "select_rows_elements",
       .op = Select{.rows = true},
       .inputs = {Given(Tensor::Of<bool>({2, 2}, {true, false, false, true})),
                  Given(Tensor::Of<float>({2, 2}, {1, 2, 3, 4})), Given(Tensor::Of<float>({2, 2}, {5, 6, 7, 8}))},
       .expected = {Tensor::Of<float>({2, 2}, {1, 6, 7, 4})}},
      {.name = "select_strings",
       .op = Select{},
       .inputs = {two, Given(Tensor::Of<std::string>({2}, {"a", "b"})), Given(Tensor::Of<std::string>({1}, {"c"}))},
       .expected = {Tensor::Of<std::string>({2}, {"a", "c"})}},
      {.name = "select_same", .op = Select{}, .inputs = {random_bool({3, 5, 7}), Rand({3, 5, 7}), Rand({3, 5, 7})}},
      {.name = "select_scalar_condition", .op = Select{}, .inputs = {random_bool({}), Rand({5, 3}), Rand({5, 3})}},
      {.name = "select_rank_5",
       .op = Select{},
       .inputs = {random_bool({2, 1, 3, 1, 2}), Rand({1, 4, 1, 3, 1}), Rand({3, 3, 2})}},
      {.name = "select_no_elements", .op = Select{}, .inputs = {random_bool({0, 1}), Rand({0, 4}), Rand({4})}},
      {.name = "select_i64",
       .op = Select{},
       .inputs = {random_bool({9}), Rand({9}, -5, 5, DType::kI64), Rand({}, -5, 5, DType::kI64)}},
      {.name = "select_i8",
       .op = Select{},
       .inputs = {random_bool({33}), Rand({33}, -5, 5, DType::kI8), Rand({33}, -5, 5, DType::kI8)}},
      {.name = "select_bool", .op = Select{}, .inputs = {random_bool({4}), random_bool({4}), random_bool({4})}},
      {.name = "select_c1", .op = Select{}, .inputs = {Rand({2}), Rand({2}), Rand({2})}, .error = "expected bool"},
      {.name = "select_c2", .op = Select{}, .inputs = {two, Rand({2}), ConstInts({1, 2})}, .error = "b is i32"},
      {.name = "select_c3", .op = Select{}, .inputs = {two, Rand({3}), Rand({3})}, .error = "do not broadcast"},
      {.name = "select_c3_rows",
       .op = Select{.rows = true},
       .inputs = {two, Rand({3, 2}), Rand({3, 2})},
       .error = "does not choose rows"},
      {.name = "select_c3_rows_broadcast",
       .op = Select{.rows = true},
       .inputs = {Given(Tensor::Of<bool>({2, 1}, {true, false})), Rand({2, 3}), Rand({2, 3})},
       .error = "does not choose rows"},
  };
}

}  // namespace slipway::ops
