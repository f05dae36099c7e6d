#include "ops/cases.h"
#include "ops/rank/rank.h"

namespace slipway::ops {

std::vector<Case> Cases(const Rank*) {
  return {
      // tf.rank
      {.name = "rank_matrix", .op = Rank{}, .inputs = {Rand({2, 3})}, .expected = {Tensor::Scalar<int32_t>(2)}},
      {.name = "rank_scalar", .op = Rank{}, .inputs = {Rand({})}, .expected = {Tensor::Scalar<int32_t>(0)}},
      {.name = "rank_eight_no_elements",
       .op = Rank{},
       .inputs = {Rand({1, 1, 1, 0, 1, 1, 1, 2}, 0, 5, DType::kI64)},
       .expected = {Tensor::Scalar<int32_t>(8)}},
      {.name = "rank_strings",
       .op = Rank{},
       .inputs = {Given(Tensor::Of<std::string>({1}, {"a"}))},
       .expected = {Tensor::Scalar<int32_t>(1)}},
      {.name = "rank_codes",
       .op = Rank{},
       .inputs = {RandQuant({2, 1, 2}, 0.5f, 3)},
       .expected = {Tensor::Scalar<int32_t>(3)}},
      {.name = "rank_c1", .op = Rank{}, .inputs = {Rand({1}), Rand({1})}, .error = "operands"},
  };
}

}  // namespace slipway::ops
