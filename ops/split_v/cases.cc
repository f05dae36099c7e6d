#include "ops/cases.h"
#include "ops/split_v/split_v.h"

namespace slipway::ops {

namespace {

CaseInput Axis(int32_t axis) { return Const(Tensor::Scalar<int32_t>(axis)); }

}  // namespace

std::vector<Case> Cases(const SplitV*) {
  return {

      // tf.split
      {.name = "split_v_rest",
       .op = SplitV{.num = 2},
       .inputs = {Given(Tensor::Of<float>({2, 3}, {1, 2, 3, 4, 5, 6})), ConstInts({1, -1}), Axis(1)},
       .expected = {Tensor::Of<float>({2, 1}, {1, 4}), Tensor::Of<float>({2, 2}, {2, 3, 5, 6})}},
      {.name = "split_v_last_axis",
       .op = SplitV{.num = 3},
       .inputs = {Rand({2, 3, 8}), ConstInts({3, 0, 5}), Axis(-1)}},
      {.name = "split_v_int64",
       .op = SplitV{.num = 2},
       .inputs = {Rand({5, 3}), ConstInts({2, 3}, DType::kI64), Axis(0)}},
      {.name = "split_v_int8",
       .op = SplitV{.num = 2},
       .inputs = {RandQuant({3, 4}, 0.5f, 3), ConstInts({1, 3}), Axis(1)},
       .out_quant = {Quantization{{0.5f}, {3}, 0}, Quantization{{0.5f}, {3}, 0}}},
      {.name = "split_v_no_elements", .op = SplitV{.num = 2}, .inputs = {Rand({0, 2}), ConstInts({0, 0}), Axis(0)}},
      {.name = "split_v_c1_num",
       .op = SplitV{.num = 3},
       .inputs = {Rand({3}), ConstInts({1, 2}), Axis(0)},
       .error = "num is 3"},
      {.name = "split_v_c1_axis",
       .op = SplitV{.num = 2},
       .inputs = {Rand({3}), ConstInts({1, 2}), Axis(1)},
       .error = "outside of rank 1"},
      {.name = "split_v_c2_sum",
       .op = SplitV{.num = 2},
       .inputs = {Rand({3}), ConstInts({1, 1}), Axis(0)},
       .error = "sum to 2"},
      {.name = "split_v_c2_open",
       .op = SplitV{.num = 2},
       .inputs = {Rand({3}), ConstInts({-1, -1}), Axis(0)},
       .error = "sizes ["},

  };
}

}  // namespace slipway::ops
