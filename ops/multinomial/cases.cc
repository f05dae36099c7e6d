#include <cmath>

#include "ops/cases.h"
#include "ops/multinomial/multinomial.h"

namespace slipway::ops {

std::vector<Case> Cases(const Multinomial*) {
  using Op = Multinomial;
  CaseInput logits =
      Given(Tensor::Of<float>({2, 4}, {std::log(0.1f), std::log(0.2f), std::log(0.3f), std::log(0.4f), 7, 7, 7, 7}));
  CaseInput seven = Const(Tensor::Scalar<int32_t>(7));
  constexpr float inf = std::numeric_limits<float>::infinity();
  return {
      // tf.raw_ops.Multinomial and TFLite's kernel.
      {.name = "multinomial_i64",
       .op = Op{.seed = 1234, .seed2 = 5678},
       .inputs = {logits, seven},
       .expected = {Tensor::Of<int64_t>({2, 7}, {2, 1, 2, 1, 2, 3, 3, 3, 3, 1, 2, 3, 0, 3})}},
      {.name = "multinomial_i32",
       .op = Op{.seed = 1234, .seed2 = 5678, .out_type = DType::kI32},
       .inputs = {logits, Given(Tensor::Scalar<int32_t>(7))},
       .expected = {Tensor::Of<int32_t>({2, 7}, {2, 1, 2, 1, 2, 3, 3, 3, 3, 1, 2, 3, 0, 3})}},
      {.name = "multinomial_only_finite_classes",
       .op = Op{.seed = 1},
       .inputs = {Given(Tensor::Of<float>({1, 3}, {-inf, 2, inf})), Const(Tensor::Scalar<int32_t>(5))},
       .expected = {Tensor::Of<int64_t>({1, 5}, {1, 1, 1, 1, 1})}},
      {.name = "multinomial_no_batch", .op = Op{.seed = 1}, .inputs = {Rand({0, 3}), seven}},
      {.name = "multinomial_c1", .op = Op{.seed = 1}, .inputs = {Rand({3}), seven}, .error = "expected rank 2"},
      {.name = "multinomial_c2",
       .op = Op{.seed = 1},
       .inputs = {Rand({1, 3}), Const(Tensor::Scalar<int32_t>(-1))},
       .error = "num_samples is -1"},
      {.name = "multinomial_c2_classes",
       .op = Op{.seed = 1},
       .inputs = {Rand({1, 0}), seven},
       .error = "there is no class to draw"},
      {.name = "multinomial_c3",
       .op = Op{.seed = 1, .out_type = DType::kF32},
       .inputs = {Rand({1, 3}), seven},
       .error = "out_type is f32"},
  };
}

}  // namespace slipway::ops
