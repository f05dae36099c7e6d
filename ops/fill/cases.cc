#include "ops/cases.h"
#include "ops/fill/fill.h"

namespace slipway::ops {

std::vector<Case> Cases(const Fill*) {
  return {

      // tf.fill
      {.name = "fill_values",
       .op = Fill{},
       .inputs = {ConstInts({2, 3}), Given(Tensor::Scalar<float>(7))},
       .expected = {Tensor::Of<float>({2, 3}, {7, 7, 7, 7, 7, 7})}},
      {.name = "fill_scalar", .op = Fill{}, .inputs = {ConstInts({}), Rand({})}},
      {.name = "fill_int64",
       .op = Fill{},
       .inputs = {ConstInts({4}, DType::kI64), Given(Tensor::Scalar<int64_t>(-5))},
       .expected = {Tensor::Of<int64_t>({4}, {-5, -5, -5, -5})}},
      {.name = "fill_strings",
       .op = Fill{},
       .inputs = {ConstInts({2}), Given(Tensor::Scalar<std::string>("ab"))},
       .expected = {Tensor::Of<std::string>({2}, {"ab", "ab"})}},
      {.name = "fill_bool",
       .op = Fill{},
       .inputs = {ConstInts({3}), Given(Tensor::Scalar<bool>(true))},
       .expected = {Tensor::Of<bool>({3}, {true, true, true})}},
      {.name = "fill_nothing", .op = Fill{}, .inputs = {ConstInts({2, 0}), Rand({})}},
      {.name = "fill_c1", .op = Fill{}, .inputs = {ConstInts({-2, 3}), Rand({})}, .error = "holds -2"},
      {.name = "fill_c2", .op = Fill{}, .inputs = {ConstInts({2}), Rand({2})}, .error = "expected one element"},

  };
}

}  // namespace slipway::ops
