#include "ops/cases.h"
#include "ops/hadamard_rotation/hadamard_rotation.h"

namespace slipway::ops {

std::vector<Case> Cases(const HadamardRotation*) {
  // LiteRT
  Tensor x = Tensor::Of<float>({2, 4}, {1, 2, 3, 4, -1, 0.5f, 0.25f, -8});
  return {
      {.name = "hadamard_rotation_whole_rows",
       .op = HadamardRotation{4},
       .inputs = {Given(x)},
       .expected = {Tensor::Of<float>({2, 4}, {5, -1, -2, 0, -4.125f, 3.375f, 3.625f, -4.875f})}},
      {.name = "hadamard_rotation_half_rows",
       .op = HadamardRotation{2},
       .inputs = {Given(x.Reshaped({1, 2, 4}))},
       .expected = {Tensor::Of<float>({1, 2, 4}, {2.1213202f, -0.7071068f, 4.9497476f, -0.7071068f, -0.3535534f,
                                                  -1.0606601f, -5.4800773f, 5.8336310f})}},
      {.name = "hadamard_rotation_size_1", .op = HadamardRotation{1}, .inputs = {Given(x)}, .expected = {x}},
      {.name = "hadamard_rotation_large", .op = HadamardRotation{128}, .inputs = {Rand({3, 256})}},
      {.name = "hadamard_rotation_rest", .op = HadamardRotation{4}, .inputs = {Rand({2, 3, 2, 7})}},
      {.name = "hadamard_rotation_vector", .op = HadamardRotation{8}, .inputs = {Rand({16})}},
      {.name = "hadamard_rotation_no_rows", .op = HadamardRotation{2}, .inputs = {Rand({0, 4})}},
      {.name = "hadamard_rotation_c1",
       .op = HadamardRotation{},
       .inputs = {Rand({2}, -1, 1, DType::kF16)},
       .error = "x is f16"},
      {.name = "hadamard_rotation_c1_scalar", .op = HadamardRotation{}, .inputs = {Rand({})}, .error = "rank 1"},
      {.name = "hadamard_rotation_c2", .op = HadamardRotation{3}, .inputs = {Rand({6})}, .error = "a power of 2"},
      {.name = "hadamard_rotation_c2_long", .op = HadamardRotation{8}, .inputs = {Rand({4})}, .error = "rows of 4"},
  };
}

}  // namespace slipway::ops
