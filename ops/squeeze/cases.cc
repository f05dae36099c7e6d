#include "ops/cases.h"
#include "ops/squeeze/squeeze.h"

namespace slipway::ops {

std::vector<Case> Cases(const Squeeze*) {
  return {

      {.name = "squeeze_all",
       .op = Squeeze{},
       .inputs = {Given(Tensor::Of<float>({1, 2, 1}, {1, 2}))},
       .expected = {Tensor::Of<float>({2}, {1, 2})}},
      {.name = "squeeze_some", .op = Squeeze{.axes = {0, -1}}, .inputs = {Rand({1, 3, 1, 1})}},
      {.name = "squeeze_to_scalar", .op = Squeeze{}, .inputs = {Rand({1, 1})}},
      {.name = "squeeze_int8",
       .op = Squeeze{.axes = {1}},
       .inputs = {RandQuant({3, 1}, 0.5f, 3)},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "squeeze_strings",
       .op = Squeeze{.axes = {1}},
       .inputs = {Given(Tensor::Of<std::string>({2, 1}, {"a", "b"}))},
       .expected = {Tensor::Of<std::string>({2}, {"a", "b"})}},
      {.name = "squeeze_no_elements", .op = Squeeze{}, .inputs = {Rand({1, 0})}},
      {.name = "squeeze_c1", .op = Squeeze{.axes = {2}}, .inputs = {Rand({1, 1})}, .error = "outside of rank 2"},
      {.name = "squeeze_c2", .op = Squeeze{.axes = {1}}, .inputs = {Rand({1, 2})}, .error = "expected 1"},

  };
}

}  // namespace slipway::ops
