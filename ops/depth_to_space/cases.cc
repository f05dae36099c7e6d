#include "ops/cases.h"
#include "ops/depth_to_space/depth_to_space.h"

namespace slipway::ops {

std::vector<Case> Cases(const DepthToSpace*) {
  return {

      // tf.nn.depth_to_space
      {.name = "depth_to_space_values",
       .op = DepthToSpace{.block = 2},
       .inputs = {Given(Tensor::Of<int32_t>({1, 2, 1, 8}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}))},
       .expected = {Tensor::Of<int32_t>({1, 4, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})}},
      {.name = "depth_to_space_images", .op = DepthToSpace{.block = 3}, .inputs = {Rand({2, 3, 4, 18})}},
      {.name = "depth_to_space_int8",
       .op = DepthToSpace{.block = 2},
       .inputs = {RandQuant({1, 3, 2, 4}, 0.5f, 3)},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "depth_to_space_no_images", .op = DepthToSpace{.block = 2}, .inputs = {Rand({0, 3, 2, 4})}},
      {.name = "depth_to_space_c1",
       .op = DepthToSpace{.block = 2},
       .inputs = {Rand({3, 2, 4})},
       .error = "expected rank 4"},
      {.name = "depth_to_space_c2",
       .op = DepthToSpace{.block = 2},
       .inputs = {Rand({1, 2, 1, 6})},
       .error = "4 does not divide"},
      {.name = "depth_to_space_c2_block",
       .op = DepthToSpace{.block = 0},
       .inputs = {Rand({1, 2, 1, 6})},
       .error = "block"},

  };
}

}  // namespace slipway::ops
