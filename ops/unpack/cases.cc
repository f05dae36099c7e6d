#include "ops/cases.h"
#include "ops/unpack/unpack.h"

namespace slipway::ops {

std::vector<Case> Cases(const Unpack*) {
  return {

      // tf.unstack
      {.name = "unpack_axis_1",
       .op = Unpack{.num = 3, .axis = 1},
       .inputs = {Given(Tensor::Of<float>({2, 3}, {1, 2, 3, 4, 5, 6}))},
       .expected = {Tensor::Of<float>({2}, {1, 4}), Tensor::Of<float>({2}, {2, 5}), Tensor::Of<float>({2}, {3, 6})}},
      {.name = "unpack_axis_0", .op = Unpack{.num = 2}, .inputs = {Rand({2, 3, 4})}},
      {.name = "unpack_last_axis", .op = Unpack{.num = 4, .axis = -1}, .inputs = {Rand({2, 3, 4})}},
      {.name = "unpack_int8",
       .op = Unpack{.num = 2, .axis = 1},
       .inputs = {RandQuant({3, 2}, 0.5f, 3)},
       .out_quant = {Quantization{{0.5f}, {3}, 0}, Quantization{{0.5f}, {3}, 0}}},
      {.name = "unpack_strings",
       .op = Unpack{.num = 2},
       .inputs = {Given(Tensor::Of<std::string>({2}, {"a", "b"}))},
       .expected = {Tensor::Scalar<std::string>("a"), Tensor::Scalar<std::string>("b")}},
      {.name = "unpack_no_elements", .op = Unpack{.num = 2}, .inputs = {Rand({2, 0})}},
      {.name = "unpack_c1", .op = Unpack{.num = 1, .axis = 1}, .inputs = {Rand({1})}, .error = "outside of rank 1"},
      {.name = "unpack_c2", .op = Unpack{.num = 2}, .inputs = {Rand({3})}, .error = "num is 2"},

  };
}

}  // namespace slipway::ops
