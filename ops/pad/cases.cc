#include "ops/cases.h"
#include "ops/pad/pad.h"

namespace slipway::ops {

namespace {

CaseInput Paddings(Shape shape, std::initializer_list<int32_t> values) {
  return Const(Tensor::Of<int32_t>(shape, values));
}

CaseInput Quantized() {
  Tensor t = Tensor::Of<int8_t>({2, 2}, {1, 2, 3, 4});
  t.mutable_type().quant = Quantization{{0.5f}, {-3}, 0};
  return Given(t);
}

}  // namespace

std::vector<Case> Cases(const Pad*) {
  return {
      // tf.pad
      {.name = "pad_values",
       .op = Pad{},
       .inputs = {Given(Tensor::Of<float>({2, 2}, {1, 2, 3, 4})), Paddings({2, 2}, {1, 0, 0, 2})},
       .expected = {Tensor::Of<float>({3, 4}, {0, 0, 0, 0, 1, 2, 0, 0, 3, 4, 0, 0})}},
      {.name = "pad_constant",
       .op = Pad{},
       .inputs = {Given(Tensor::Of<float>({2}, {1, 2})), Paddings({1, 2}, {1, 1}), Const(Tensor::Scalar<float>(-7))},
       .expected = {Tensor::Of<float>({4}, {-7, 1, 2, -7})}},
      {.name = "pad_computed_value", .op = Pad{}, .inputs = {Rand({2, 3}), Paddings({2, 2}, {1, 1, 2, 0}), Rand({})}},
      {.name = "pad_image", .op = Pad{}, .inputs = {Rand({2, 5, 4, 3}), Paddings({4, 2}, {0, 0, 1, 2, 2, 1, 0, 0})}},
      {.name = "pad_rank_5",
       .op = Pad{},
       .inputs = {Rand({1, 2, 3, 2, 2}), Paddings({5, 2}, {1, 0, 0, 1, 1, 1, 0, 0, 2, 0})}},
      {.name = "pad_int64_paddings", .op = Pad{}, .inputs = {Rand({3}), Const(Tensor::Of<int64_t>({1, 2}, {2, 3}))}},
      {.name = "pad_int8_zero_point",
       .op = Pad{},
       .inputs = {Quantized(), Paddings({2, 2}, {0, 1, 1, 0})},
       .expected = {Tensor::Of<int8_t>({3, 3}, {-3, 1, 2, -3, 3, 4, -3, -3, -3})},
       .out_quant = {Quantization{{0.5f}, {-3}, 0}}},
      {.name = "pad_int32", .op = Pad{}, .inputs = {Rand({3, 2}, -9, 9, DType::kI32), Paddings({2, 2}, {1, 1, 1, 1})}},
      {.name = "pad_no_elements", .op = Pad{}, .inputs = {Rand({0, 2}), Paddings({2, 2}, {1, 1, 0, 0})}},
      {.name = "pad_scalar", .op = Pad{}, .inputs = {Rand({}), Paddings({0, 2}, {})}},
      {.name = "pad_c1_type", .op = Pad{}, .inputs = {Rand({2}), ConstRand({1, 2})}, .error = "expected integers"},
      {.name = "pad_c1_shape",
       .op = Pad{},
       .inputs = {Rand({2}), Paddings({2, 2}, {0, 0, 0, 0})},
       .error = "expected [rank, 2]"},
      {.name = "pad_c2", .op = Pad{}, .inputs = {Rand({2}), Paddings({1, 2}, {-1, 1})}, .error = "none below 0"},
      {.name = "pad_c3_type",
       .op = Pad{},
       .inputs = {Rand({2}), Paddings({1, 2}, {1, 1}), ConstInts({1})},
       .error = "value is i32"},
      {.name = "pad_c3_shape",
       .op = Pad{},
       .inputs = {Rand({2}), Paddings({1, 2}, {1, 1}), ConstRand({2})},
       .error = "expected one element"},
  };
}

}  // namespace slipway::ops
