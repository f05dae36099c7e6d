#include "ops/cases.h"
#include "ops/pack/pack.h"

namespace slipway::ops {

std::vector<Case> Cases(const Pack*) {
  return {

      // tf.stack
      {.name = "pack_last_axis",
       .op = Pack{.axis = -1},
       .inputs = {Given(Tensor::Of<float>({2, 3}, {1, 2, 3, 4, 5, 6})),
                  Given(Tensor::Of<float>({2, 3}, {11, 12, 13, 14, 15, 16}))},
       .expected = {Tensor::Of<float>({2, 3, 2}, {1, 11, 2, 12, 3, 13, 4, 14, 5, 15, 6, 16})}},
      {.name = "pack_first_axis", .op = Pack{}, .inputs = {Rand({2, 3}), Rand({2, 3}), Rand({2, 3})}},
      {.name = "pack_middle_axis", .op = Pack{.axis = 1}, .inputs = {Rand({2, 3, 4}), Rand({2, 3, 4})}},
      {.name = "pack_scalars",
       .op = Pack{},
       .inputs = {Given(Tensor::Scalar<int32_t>(4)), ConstOf(Given(Tensor::Scalar<int32_t>(-1)))},
       .expected = {Tensor::Of<int32_t>({2}, {4, -1})}},
      {.name = "pack_int8",
       .op = Pack{.axis = 1},
       .inputs = {RandQuant({2, 3}, 0.5f, 3), RandQuant({2, 3}, 0.5f, 3)},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "pack_strings",
       .op = Pack{.axis = 1},
       .inputs = {Given(Tensor::Of<std::string>({2}, {"a", "b"})), Given(Tensor::Of<std::string>({2}, {"c", ""}))},
       .expected = {Tensor::Of<std::string>({2, 2}, {"a", "c", "b", ""})}},
      {.name = "pack_no_elements", .op = Pack{}, .inputs = {Rand({0, 2}), Rand({0, 2})}},
      {.name = "pack_c1", .op = Pack{}, .inputs = {}, .error = "at least one operand"},
      {.name = "pack_c2_type", .op = Pack{}, .inputs = {Rand({1}), ConstInts({1})}, .error = "operand 1 is i32"},
      {.name = "pack_c2_shape", .op = Pack{}, .inputs = {Rand({1}), Rand({2})}, .error = "expected [1]"},
      {.name = "pack_c3", .op = Pack{.axis = 2}, .inputs = {Rand({1})}, .error = "outside of rank 2"},

  };
}

}  // namespace slipway::ops
