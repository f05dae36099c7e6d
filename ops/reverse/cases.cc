#include "ops/cases.h"
#include "ops/reverse/reverse.h"

namespace slipway::ops {

std::vector<Case> Cases(const Reverse*) {
  return {

      // tf.reverse
      {.name = "reverse_two_axes",
       .op = Reverse{},
       .inputs = {Given(Tensor::Of<float>({2, 2, 3}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})), ConstInts({1, -1})},
       .expected = {Tensor::Of<float>({2, 2, 3}, {5, 4, 3, 2, 1, 0, 11, 10, 9, 8, 7, 6})}},
      {.name = "reverse_outer", .op = Reverse{}, .inputs = {Rand({3, 4, 5}), ConstInts({0})}},
      {.name = "reverse_middle", .op = Reverse{}, .inputs = {Rand({3, 4, 5}), ConstInts({1}, DType::kI64)}},
      {.name = "reverse_no_axis", .op = Reverse{}, .inputs = {Rand({3, 4}), ConstInts({})}},
      {.name = "reverse_int8",
       .op = Reverse{},
       .inputs = {RandQuant({3, 4}, 0.5f, 3), ConstInts({1})},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "reverse_strings",
       .op = Reverse{},
       .inputs = {Given(Tensor::Of<std::string>({2}, {"a", "b"})), ConstInts({0})},
       .expected = {Tensor::Of<std::string>({2}, {"b", "a"})}},
      {.name = "reverse_no_elements", .op = Reverse{}, .inputs = {Rand({0, 3}), ConstInts({1})}},
      {.name = "reverse_c1", .op = Reverse{}, .inputs = {Rand({2}), ConstRand({1})}, .error = "expected integers"},
      {.name = "reverse_c2_range",
       .op = Reverse{},
       .inputs = {Rand({2}), ConstInts({1})},
       .error = "outside of rank 1"},
      {.name = "reverse_c2_twice",
       .op = Reverse{},
       .inputs = {Rand({2, 2}), ConstInts({1, -1})},
       .error = "named twice"},

  };
}

}  // namespace slipway::ops
