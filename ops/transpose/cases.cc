#include "ops/cases.h"
#include "ops/transpose/transpose.h"

namespace slipway::ops {

std::vector<Case> Cases(const Transpose*) {
  return {
      // tf.transpose
      {.name = "transpose_values",
       .op = Transpose{},
       .inputs = {Given(Tensor::Of<float>({2, 3}, {1, 2, 3, 4, 5, 6})), ConstInts({1, 0})},
       .expected = {Tensor::Of<float>({3, 2}, {1, 4, 2, 5, 3, 6})}},
      {.name = "transpose_rank_3",
       .op = Transpose{},
       .inputs = {Given(Tensor::Of<int32_t>({1, 2, 3}, {1, 2, 3, 4, 5, 6})), ConstInts({2, 0, 1})},
       .expected = {Tensor::Of<int32_t>({3, 1, 2}, {1, 4, 2, 5, 3, 6})}},
      {.name = "transpose_nhwc_to_nchw", .op = Transpose{}, .inputs = {Rand({2, 5, 7, 3}), ConstInts({0, 3, 1, 2})}},
      {.name = "transpose_swap_inner", .op = Transpose{}, .inputs = {Rand({2, 37, 41}), ConstInts({0, 2, 1})}},
      {.name = "transpose_negative_axes", .op = Transpose{}, .inputs = {Rand({4, 5}), ConstInts({-1, 0})}},
      {.name = "transpose_identity", .op = Transpose{}, .inputs = {Rand({4, 5}), ConstInts({0, 1}, DType::kI64)}},
      {.name = "transpose_rank_6",
       .op = Transpose{},
       .inputs = {Rand({2, 1, 3, 2, 4, 2}), ConstInts({5, 1, 3, 0, 4, 2})}},
      {.name = "transpose_int8", .op = Transpose{}, .inputs = {RandQuant({3, 4, 5}, 0.25f, 7), ConstInts({2, 1, 0})}},
      {.name = "transpose_strings",
       .op = Transpose{},
       .inputs = {Given(Tensor::Of<std::string>({2, 2}, {"a", "b", "c", "d"})), ConstInts({1, 0})},
       .expected = {Tensor::Of<std::string>({2, 2}, {"a", "c", "b", "d"})}},
      {.name = "transpose_bool", .op = Transpose{}, .inputs = {Rand({3, 2}, 0, 1, DType::kBool), ConstInts({1, 0})}},
      {.name = "transpose_scalar", .op = Transpose{}, .inputs = {Rand({}), ConstInts({})}},
      {.name = "transpose_no_elements", .op = Transpose{}, .inputs = {Rand({0, 3, 2}), ConstInts({1, 2, 0})}},
      {.name = "transpose_c1",
       .op = Transpose{},
       .inputs = {Rand({2, 2}), ConstRand({2})},
       .error = "expected integers"},
      {.name = "transpose_c2", .op = Transpose{}, .inputs = {Rand({2, 2}), ConstInts({0})}, .error = "x has rank 2"},
      {.name = "transpose_c3_twice", .op = Transpose{}, .inputs = {Rand({2, 2}), ConstInts({0, 0})}, .error = "twice"},
      {.name = "transpose_c3_range",
       .op = Transpose{},
       .inputs = {Rand({2, 2}), ConstInts({0, 2})},
       .error = "outside of rank 2"},
  };
}

}  // namespace slipway::ops
