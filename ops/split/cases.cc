#include "ops/cases.h"
#include "ops/split/split.h"

namespace slipway::ops {

namespace {

CaseInput Axis(int32_t axis) { return Const(Tensor::Scalar<int32_t>(axis)); }

}  // namespace

std::vector<Case> Cases(const Split*) {
  return {

      // tf.split
      {.name = "split_values",
       .op = Split{.num = 3},
       .inputs = {Axis(1), Given(Tensor::Of<float>({2, 3}, {1, 2, 3, 4, 5, 6}))},
       .expected = {Tensor::Of<float>({2, 1}, {1, 4}), Tensor::Of<float>({2, 1}, {2, 5}),
                    Tensor::Of<float>({2, 1}, {3, 6})}},
      {.name = "split_last_axis", .op = Split{.num = 2}, .inputs = {Axis(-1), Rand({2, 3, 8})}},
      {.name = "split_axis_0", .op = Split{.num = 4}, .inputs = {Axis(0), Rand({8, 3})}},
      {.name = "split_axis_of_rank_2",
       .op = Split{.num = 4},
       .inputs = {Const(Tensor::Of<int32_t>({1, 1}, {0})), Rand({8, 3})}},
      {.name = "split_in_one", .op = Split{.num = 1}, .inputs = {Axis(0), Rand({3})}},
      {.name = "split_int8",
       .op = Split{.num = 2},
       .inputs = {Axis(1), RandQuant({3, 4}, 0.5f, 3)},
       .out_quant = {Quantization{{0.5f}, {3}, 0}, Quantization{{0.5f}, {3}, 0}}},
      {.name = "split_strings",
       .op = Split{.num = 2},
       .inputs = {Axis(0), Given(Tensor::Of<std::string>({2}, {"a", "b"}))},
       .expected = {Tensor::Of<std::string>({1}, {"a"}), Tensor::Of<std::string>({1}, {"b"})}},
      {.name = "split_no_elements", .op = Split{.num = 2}, .inputs = {Axis(0), Rand({0, 2})}},
      {.name = "split_c1_two",
       .op = Split{.num = 1},
       .inputs = {ConstInts({0, 1}), Rand({2})},
       .error = "expected one integer"},
      {.name = "split_c1_range", .op = Split{.num = 1}, .inputs = {Axis(1), Rand({2})}, .error = "outside of rank 1"},
      {.name = "split_c2", .op = Split{.num = 2}, .inputs = {Axis(1), Rand({2, 3})}, .error = "does not divide"},

  };
}

}  // namespace slipway::ops
