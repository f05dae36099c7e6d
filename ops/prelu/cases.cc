#include "ops/code_cases.h"
#include "ops/prelu/prelu.h"

namespace slipway::ops {

std::vector<Case> Cases(const Prelu*) {
  return {
      {.name = "prelu_values",
       .op = Prelu{},
       .inputs = {Given(Tensor::Of<float>({2, 2}, {-1, 2, -3, -4})), Const(Tensor::Of<float>({2}, {0.5f, -0.25f}))},
       .expected = {Tensor::Of<float>({2, 2}, {-0.5f, 2, -1.5f, 1})}},
      {.name = "prelu_channels", .op = Prelu{}, .inputs = {Rand({2, 3, 5, 7}, -3, 3), ConstRand({1, 1, 7})}},
      {.name = "prelu_one_alpha", .op = Prelu{}, .inputs = {Rand({2, 35}, -3, 3), Rand({})}},
      {.name = "prelu_full_alpha", .op = Prelu{}, .inputs = {Rand({3, 5}, -3, 3), Rand({3, 5})}},
      {.name = "prelu_no_elements", .op = Prelu{}, .inputs = {Rand({0, 5}), Rand({5})}},
      {.name = "prelu_c1", .op = Prelu{}, .inputs = {ConstInts({1}), ConstInts({1})}, .error = "expected a float type"},
      {.name = "prelu_c2", .op = Prelu{}, .inputs = {Rand({2}), ConstInts({1})}, .error = "alpha is i32"},
      {.name = "prelu_c3", .op = Prelu{}, .inputs = {Rand({1, 2}), Rand({3, 2})}, .error = "larger than x"},
#include "ops/prelu/code_cases.def"
  };
}

}  // namespace slipway::ops
