#include "ops/cases.h"
#include "ops/tile/tile.h"

namespace slipway::ops {

std::vector<Case> Cases(const Tile*) {
  return {

      // tf.tile
      {.name = "tile_rows",
       .op = Tile{},
       .inputs = {Given(Tensor::Of<float>({2, 3}, {1, 2, 3, 4, 5, 6})), ConstInts({2, 1})},
       .expected = {Tensor::Of<float>({4, 3}, {1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6})}},
      {.name = "tile_all_axes", .op = Tile{}, .inputs = {Rand({2, 1, 3, 2}), ConstInts({1, 4, 2, 3})}},
      {.name = "tile_int64", .op = Tile{}, .inputs = {Rand({5}), ConstInts({3}, DType::kI64)}},
      {.name = "tile_once", .op = Tile{}, .inputs = {Rand({2, 3}), ConstInts({1, 1})}},
      {.name = "tile_int8",
       .op = Tile{},
       .inputs = {RandQuant({3, 4}, 0.5f, 3), ConstInts({1, 2})},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "tile_strings",
       .op = Tile{},
       .inputs = {Given(Tensor::Of<std::string>({2}, {"a", "b"})), ConstInts({2})},
       .expected = {Tensor::Of<std::string>({4}, {"a", "b", "a", "b"})}},
      {.name = "tile_nothing", .op = Tile{}, .inputs = {Rand({2, 3}), ConstInts({0, 2})}},
      {.name = "tile_no_elements", .op = Tile{}, .inputs = {Rand({0, 3}), ConstInts({2, 2})}},
      {.name = "tile_c1", .op = Tile{}, .inputs = {Rand({2}), ConstInts({1, 1})}, .error = "x has rank 1"},
      {.name = "tile_c2", .op = Tile{}, .inputs = {Rand({2}), ConstInts({-1})}, .error = "is negative"},

  };
}

}  // namespace slipway::ops
