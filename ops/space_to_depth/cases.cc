#include "ops/cases.h"
#include "ops/space_to_depth/space_to_depth.h"

namespace slipway::ops {

std::vector<Case> Cases(const SpaceToDepth*) {
  return {

      // tf.nn.space_to_depth
      {.name = "space_to_depth_values",
       .op = SpaceToDepth{.block = 2},
       .inputs = {Given(Tensor::Of<int32_t>({1, 4, 4, 1}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}))},
       .expected = {Tensor::Of<int32_t>({1, 2, 2, 4}, {0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15})}},
      {.name = "space_to_depth_images", .op = SpaceToDepth{.block = 3}, .inputs = {Rand({2, 3, 6, 5})}},
      {.name = "space_to_depth_int8",
       .op = SpaceToDepth{.block = 2},
       .inputs = {RandQuant({1, 4, 2, 3}, 0.5f, 3)},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "space_to_depth_no_images", .op = SpaceToDepth{.block = 2}, .inputs = {Rand({0, 4, 2, 1})}},
      {.name = "space_to_depth_c1",
       .op = SpaceToDepth{.block = 2},
       .inputs = {Rand({2, 2, 4})},
       .error = "expected rank 4"},
      {.name = "space_to_depth_c2",
       .op = SpaceToDepth{.block = 2},
       .inputs = {Rand({1, 2, 3, 1})},
       .error = "2 does not divide"},
      {.name = "space_to_depth_c2_block",
       .op = SpaceToDepth{.block = -1},
       .inputs = {Rand({1, 2, 1, 6})},
       .error = "block"},

  };
}

}  // namespace slipway::ops
