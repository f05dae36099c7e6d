#include "ops/cases.h"
#include "ops/zeros_like/zeros_like.h"

namespace slipway::ops {

std::vector<Case> Cases(const ZerosLike*) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  return {
      // tf.zeros_like
      {.name = "zeros_like_nan",
       .op = ZerosLike{},
       .inputs = {Given(Tensor::Of<float>({3}, {1, nan, 2}))},
       .expected = {Tensor::Of<float>({3}, {0, 0, 0})}},
      {.name = "zeros_like_scalar", .op = ZerosLike{}, .inputs = {Rand({})}},
      {.name = "zeros_like_i64", .op = ZerosLike{}, .inputs = {Rand({2, 3}, -5, 5, DType::kI64)}},
      {.name = "zeros_like_bool", .op = ZerosLike{}, .inputs = {Rand({2, 3}, 0, 1, DType::kBool)}},
      {.name = "zeros_like_no_elements", .op = ZerosLike{}, .inputs = {Rand({2, 0}, -5, 5, DType::kI32)}},
      {.name = "zeros_like_strings",
       .op = ZerosLike{},
       .inputs = {Given(Tensor::Of<std::string>({2}, {"a", ""}))},
       .expected = {Tensor::Of<std::string>({2}, {"", ""})}},
      {.name = "zeros_like_codes",
       .op = ZerosLike{},
       .inputs = {RandQuant({2}, 0.5f, 3)},
       .expected = {Tensor::Of<int8_t>({2}, {3, 3})},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "zeros_like_c1", .op = ZerosLike{}, .inputs = {Rand({1}), Rand({1})}, .error = "operands"},
  };
}

}  // namespace slipway::ops
