#include "ops/cases.h"
#include "ops/max_pool_with_argmax/max_pool_with_argmax.h"

namespace slipway::ops {

std::vector<Case> Cases(const MaxPoolWithArgmax*) {
  using Op = MaxPoolWithArgmax;
  CaseInput x = Given(Tensor::Of<float>({1, 2, 4, 1}, {1, 5, -3, -3, 7, 5, -4, -2}));
  return {
      // By hand.
      {.name = "max_pool_with_argmax_2x2",
       .op = Op{.filter_h = 2, .filter_w = 2, .stride_h = 2, .stride_w = 2},
       .inputs = {x},
       .expected = {Tensor::Of<float>({1, 1, 2, 1}, {7, -2}), Tensor::Of<float>({1, 1, 2, 1}, {2.1f, 3.1f})},
       .gradient = false},
      {.name = "max_pool_with_argmax_same_i32",
       .op = Op{.filter_h = 2,
                .filter_w = 3,
                .stride_h = 2,
                .stride_w = 2,
                .padding = Padding::kSame,
                .index_type = DType::kI32},
       .inputs = {x},
       .expected = {Tensor::Of<float>({1, 1, 2, 1}, {7, -2}), Tensor::Of<int32_t>({1, 1, 2, 1}, {3, 4})},
       .gradient = false},
      {.name = "max_pool_with_argmax_wide",
       .op =
           Op{.filter_h = 3, .filter_w = 2, .stride_w = 2, .padding = Padding::kSame, .activation = Activation::kRelu},
       .inputs = {Rand({2, 6, 7, 19})},
       .gradient = false},
      {.name = "max_pool_with_argmax_no_batch", .op = Op{.filter_h = 2}, .inputs = {Rand({0, 3, 3, 2})}},
      {.name = "max_pool_with_argmax_c1", .op = Op{}, .inputs = {Rand({3, 3, 2})}, .error = "expected rank 4"},
      {.name = "max_pool_with_argmax_c2",
       .op = Op{.filter_w = 0},
       .inputs = {Rand({1, 3, 3, 2})},
       .error = "width is 0"},
      {.name = "max_pool_with_argmax_c3",
       .op = Op{.filter_w = 5},
       .inputs = {Rand({1, 3, 3, 2})},
       .error = "larger than the input"},
      {.name = "max_pool_with_argmax_larger_window",
       .op = Op{.filter_w = 4},
       .inputs = {Rand({1, 3, 3, 2})},
       .expected = {Tensor(DType::kF32, {1, 3, 0, 2}), Tensor(DType::kF32, {1, 3, 0, 2})}},
      {.name = "max_pool_with_argmax_c4",
       .op = Op{.activation = Activation::kTanh},
       .inputs = {Rand({1, 3, 3, 2})},
       .error = "TANH"},
      {.name = "max_pool_with_argmax_c5",
       .op = Op{.index_type = DType::kI8},
       .inputs = {Rand({1, 3, 3, 2})},
       .error = "index_type is i8"},
  };
}

}  // namespace slipway::ops
