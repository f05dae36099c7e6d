#include "ops/cases.h"
#include "ops/one_hot/one_hot.h"

namespace slipway::ops {

namespace {

CaseInput Depth(int32_t depth) { return Const(Tensor::Scalar<int32_t>(depth)); }
CaseInput Value(float value) { return Const(Tensor::Scalar<float>(value)); }

}  // namespace

std::vector<Case> Cases(const OneHot*) {
  return {

      // tf.one_hot
      {.name = "one_hot_outside",
       .op = OneHot{},
       .inputs = {Given(Tensor::Of<int32_t>({4}, {0, 2, -1, 3})), Depth(3), Value(5), Value(-1)},
       .expected = {Tensor::Of<float>({4, 3}, {5, -1, -1, -1, -1, 5, -1, -1, -1, -1, -1, -1})}},
      {.name = "one_hot_axis_0",
       .op = OneHot{.axis = 0},
       .inputs = {Given(Tensor::Of<int64_t>({2}, {0, 2})), Depth(3), Value(1), Value(0)},
       .expected = {Tensor::Of<float>({3, 2}, {1, 0, 0, 0, 0, 1})}},
      {.name = "one_hot_axis_1",
       .op = OneHot{.axis = 1},
       .inputs = {Given(Tensor::Of<int32_t>({2, 2}, {0, 2, 1, 1})), Depth(3), Const(Tensor::Scalar<int32_t>(5)),
                  Const(Tensor::Scalar<int32_t>(1))},
       .expected = {Tensor::Of<int32_t>({2, 3, 2}, {5, 1, 1, 1, 1, 5, 1, 1, 5, 5, 1, 1})}},
      {.name = "one_hot_bool",
       .op = OneHot{},
       .inputs = {Given(Tensor::Of<int32_t>({2}, {1, 0})), Depth(2), Const(Tensor::Scalar<bool>(true)),
                  Const(Tensor::Scalar<bool>(false))},
       .expected = {Tensor::Of<bool>({2, 2}, {false, true, true, false})}},
      {.name = "one_hot_scalar",
       .op = OneHot{},
       .inputs = {Given(Tensor::Scalar<int32_t>(1)), Depth(3), Value(1), Value(0)}},
      {.name = "one_hot_depth_0", .op = OneHot{}, .inputs = {ConstInts({1, 2}), Depth(0), Value(1), Value(0)}},
      {.name = "one_hot_c1_type",
       .op = OneHot{},
       .inputs = {Rand({2}), Depth(3), Value(1), Value(0)},
       .error = "expected integers"},
      {.name = "one_hot_c1_depth",
       .op = OneHot{},
       .inputs = {ConstInts({1}), Depth(-3), Value(1), Value(0)},
       .error = "depth is -3"},
      {.name = "one_hot_c2_type",
       .op = OneHot{},
       .inputs = {ConstInts({1}), Depth(3), Value(1), ConstInts({0})},
       .error = "off is i32"},
      {.name = "one_hot_c2_shape",
       .op = OneHot{},
       .inputs = {ConstInts({1}), Depth(3), ConstRand({2}), Value(0)},
       .error = "expected one element"},
      {.name = "one_hot_c3",
       .op = OneHot{.axis = 2},
       .inputs = {ConstInts({1}), Depth(3), Value(1), Value(0)},
       .error = "outside of [-1, 1]"},

  };
}

}  // namespace slipway::ops
