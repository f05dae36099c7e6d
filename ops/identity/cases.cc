#include "ops/cases.h"
#include "ops/identity/identity.h"

namespace slipway::ops {

std::vector<Case> Cases(const Identity*) {
  return {

      {.name = "identity_floats", .op = Identity{}, .inputs = {Rand({2, 3})}},
      {.name = "identity_strings",
       .op = Identity{},
       .inputs = {Given(Tensor::Of<std::string>({2}, {"a", "b"}))},
       .expected = {Tensor::Of<std::string>({2}, {"a", "b"})}},
      {.name = "identity_int8",
       .op = Identity{},
       .inputs = {RandQuant({3, 4}, 0.5f, 3)},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "identity_no_elements", .op = Identity{}, .inputs = {Rand({0})}},
      {.name = "identity_c1", .op = Identity{}, .inputs = {}, .error = "expected 1 operands"},

  };
}

}  // namespace slipway::ops
