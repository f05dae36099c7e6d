#include "ops/cases.h"
#include "ops/concat/concat.h"

namespace slipway::ops {

namespace {

CaseInput Quantized(std::initializer_list<uint8_t> values, int64_t columns, float scale, int64_t zero_point) {
  Tensor t = Tensor::Of<uint8_t>({2, columns}, values);
  t.mutable_type().quant = Quantization{{scale}, {zero_point}, 0};
  return Given(std::move(t));
}

}  // namespace

std::vector<Case> Cases(const Concat*) {
  return {
      // tf.concat
      {.name = "concat_values",
       .op = Concat{.axis = 1},
       .inputs = {Given(Tensor::Of<float>({2, 1}, {1, 2})), Given(Tensor::Of<float>({2, 2}, {3, 4, 5, 6}))},
       .expected = {Tensor::Of<float>({2, 3}, {1, 3, 4, 2, 5, 6})}},
      {.name = "concat_axis_0", .op = Concat{}, .inputs = {Rand({2, 3}), Rand({1, 3}), Rand({4, 3})}},
      {.name = "concat_last_axis", .op = Concat{.axis = -1}, .inputs = {Rand({2, 3, 5}), Rand({2, 3, 7})}},
      {.name = "concat_one", .op = Concat{.axis = 1}, .inputs = {Rand({2, 3})}},
      {.name = "concat_relu6",
       .op = Concat{.axis = 0, .activation = Activation::kRelu6},
       .inputs = {Given(Tensor::Of<float>({3}, {-1, 3, 7})), Given(Tensor::Of<float>({1}, {2}))},
       .expected = {Tensor::Of<float>({4}, {0, 3, 6, 2})}},
      {.name = "concat_int32",
       .op = Concat{.axis = 0},
       .inputs = {Rand({3}, -9, 9, DType::kI32), Rand({2}, -9, 9, DType::kI32)}},
      {.name = "concat_int8",
       .op = Concat{.axis = 1},
       .inputs = {RandQuant({2, 3}, 0.5f, -3), RandQuant({2, 2}, 0.5f, -3)},
       .out_quant = {Quantization{{0.5f}, {-3}, 0}}},
      // LiteRT's reference kernel
      {.name = "concat_u8_three_scales",
       .op = Concat{.axis = 1},
       .inputs = {Quantized({0, 28, 125, 128, 133, 178, 228, 255}, 4, 0.5f, 125),
                  Quantized({0, 131, 132, 255}, 2, 0.25f, 10)},
       .expected = {Tensor::Of<uint8_t>({2, 6}, {0, 0, 100, 104, 94, 176, 110, 166, 229, 255, 176, 253})},
       .out_quant = {Quantization{{0.4f}, {100}, 0}}},
      {.name = "concat_strings",
       .op = Concat{},
       .inputs = {Given(Tensor::Of<std::string>({1}, {"a"})), Given(Tensor::Of<std::string>({2}, {"b", ""}))},
       .expected = {Tensor::Of<std::string>({3}, {"a", "b", ""})}},
      {.name = "concat_bool", .op = Concat{}, .inputs = {Rand({3}, 0, 1, DType::kBool), Rand({1}, 0, 1, DType::kBool)}},
      {.name = "concat_no_elements", .op = Concat{.axis = 1}, .inputs = {Rand({2, 0}), Rand({2, 3}), Rand({2, 0})}},
      {.name = "concat_c1", .op = Concat{}, .inputs = {}, .error = "at least one operand"},
      {.name = "concat_c2", .op = Concat{}, .inputs = {Rand({1}), ConstInts({1})}, .error = "operand 1 is i32"},
      {.name = "concat_c3", .op = Concat{.axis = 1}, .inputs = {Rand({1}), Rand({1})}, .error = "outside of rank 1"},
      {.name = "concat_c4_shape", .op = Concat{}, .inputs = {Rand({1, 2}), Rand({1, 3})}, .error = "to be 2"},
      {.name = "concat_c4_rank", .op = Concat{}, .inputs = {Rand({1, 2}), Rand({1})}, .error = "operand 0 has [1,2]"},
      {.name = "concat_c5",
       .op = Concat{.activation = Activation::kTanh},
       .inputs = {Rand({1})},
       .error = "activation"},
  };
}

}  // namespace slipway::ops
