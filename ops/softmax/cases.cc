#include "ops/code_cases.h"
#include "ops/softmax/softmax.h"

namespace slipway::ops {

std::vector<Case> Cases(const Softmax*) {
  return {
      // tf.nn.softmax
      {.name = "softmax_values",
       .op = Softmax{},
       .inputs = {Given(Tensor::Of<float>({2, 3}, {1, 2, 3, -1, 0, 100}))},
       .expected = {Tensor::Of<float>({2, 3}, {0.09003057f, 0.24472848f, 0.66524094f, 0, 3.7835059e-44f, 1})}},
      {.name = "softmax_beta_2", .op = Softmax{.beta = 2}, .inputs = {Rand({3, 7})}},
      {.name = "softmax_rank_1", .op = Softmax{}, .inputs = {Rand({17}, -5, 5)}},
      {.name = "softmax_rank_4", .op = Softmax{}, .inputs = {Rand({2, 3, 4, 33}, -8, 8)}},
      {.name = "softmax_no_rows", .op = Softmax{}, .inputs = {Rand({0, 4})}},
      {.name = "softmax_c1", .op = Softmax{}, .inputs = {Rand({})}, .error = "scalar"},
      {.name = "softmax_i8_to_i16",
       .op = Softmax{.i16_result = true},
       .inputs = {RandQuant({5, 7}, 0.05f, 3)},
       .out_quant = {{{1.0f / 65536}, {-32768}, 0}}},
      {.name = "softmax_i8_to_i16_beta",
       .op = Softmax{.beta = 0.3f, .i16_result = true},
       .inputs = {RandQuant({2, 130}, 0.2f, -20)},
       .out_quant = {{{1.0f / 65536}, {-32768}, 0}}},
      {.name = "softmax_c3",
       .op = Softmax{.i16_result = true},
       .inputs = {RandQuant({5, 7}, 0.05f, 3, DType::kU8)},
       .error = "expected i8 for an i16 result"},
      {.name = "softmax_c2", .op = Softmax{}, .inputs = {ConstInts({1, 2})}, .error = "expected a float type"},
#include "ops/softmax/code_cases.def"
  };
}

}  // namespace slipway::ops
