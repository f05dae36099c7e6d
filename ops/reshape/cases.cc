#include "ops/cases.h"
#include "ops/reshape/reshape.h"

namespace slipway::ops {

std::vector<Case> Cases(const Reshape*) {
  return {
      {.name = "reshape_minus_one",
       .op = Reshape{},
       .inputs = {Given(Tensor::Of<float>({2, 3}, {1, 2, 3, 4, 5, 6})), ConstInts({3, -1})},
       .expected = {Tensor::Of<float>({3, 2}, {1, 2, 3, 4, 5, 6})}},
      {.name = "reshape_to_scalar",
       .op = Reshape{},
       .inputs = {Given(Tensor::Of<float>({1, 1}, {7})), ConstInts({})},
       .expected = {Tensor::Scalar<float>(7)}},
      {.name = "reshape_int64_shape", .op = Reshape{}, .inputs = {Rand({4, 5, 2}), ConstInts({2, 20}, DType::kI64)}},
      {.name = "reshape_by_attribute", .op = Reshape{.shape = {-1, 2}}, .inputs = {Rand({2, 3, 4})}},
      {.name = "reshape_strings",
       .op = Reshape{},
       .inputs = {Given(Tensor::Of<std::string>({2, 2}, {"a", "", "c", "d"})), ConstInts({4})},
       .expected = {Tensor::Of<std::string>({4}, {"a", "", "c", "d"})}},
      {.name = "reshape_int8", .op = Reshape{}, .inputs = {RandQuant({3, 5}, 0.5f, -3), ConstInts({15, 1})}},
      {.name = "reshape_bool", .op = Reshape{}, .inputs = {Rand({3, 2}, 0, 1, DType::kBool), ConstInts({-1})}},
      {.name = "reshape_no_elements", .op = Reshape{}, .inputs = {Rand({0, 3}), ConstInts({-1, 3})}},
      {.name = "reshape_c1", .op = Reshape{}, .inputs = {Rand({2}), ConstRand({2})}, .error = "expected integers"},
      {.name = "reshape_c2", .op = Reshape{}, .inputs = {Rand({4}), ConstInts({-1, -1})}, .error = "more than one -1"},
      {.name = "reshape_c3", .op = Reshape{}, .inputs = {Rand({4}), ConstInts({5})}, .error = "cannot become [5]"},
      {.name = "reshape_c4", .op = Reshape{}, .inputs = {Rand({0, 3}), ConstInts({-1, 0})}, .error = "cannot become"},
  };
}

}  // namespace slipway::ops
