#include "ops/cases.h"
#include "ops/random_values/random_values.h"

namespace slipway::ops {

std::vector<Case> Cases(const RandomValues*) {
  using Op = RandomValues;
  constexpr RandomKind normal = RandomKind::kNormal;
  return {
      // tf.raw_ops.RandomUniform, RandomStandardNormal and TFLite's kernels.
      {.name = "random_values_uniform",
       .op = Op{.seed = 1234, .seed2 = 5678},
       .inputs = {ConstInts({10})},
       .expected = {Tensor::Of<float>(
           {10}, {0.666307806968689f, 0.9674705266952515f, 0.8894475698471069f, 0.09441018104553223f,
                  0.28930413722991943f, 0.21543538570404053f, 0.028573274612426758f, 0.0134657621383667f,
                  0.4489556550979614f, 0.04433882236480713f})},
       .tolerance = 0},
      {.name = "random_values_normal",
       .op = Op{.kind = normal, .seed = 1234, .seed2 = 5678},
       .inputs = {ConstInts({2, 5}, DType::kI64)},
       .expected = {Tensor::Of<float>(
           {2, 5},
           {-0.1828981339931488f, 0.8823578357696533f, 0.2705938518047333f, 0.4013582170009613f, 1.5379809141159058f,
            0.3393647074699402f, 0.22534328699111938f, 2.6570260524749756f, 0.3480303883552551f, 1.216773271560669f})},
       .tolerance = 1e-6},
      {.name = "random_values_only_seed2",
       .op = Op{.seed2 = 7},
       .inputs = {Given(Tensor::Of<int32_t>({2}, {1, 3}))},
       .expected = {Tensor::Of<float>({1, 3}, {0.9715534448623657f, 0.7198868989944458f, 0.7485946416854858f})},
       .tolerance = 0},
      {.name = "random_values_nothing", .op = Op{.seed = 1}, .inputs = {ConstInts({3, 0, 2})}},
      {.name = "random_values_scalar", .op = Op{.seed = 1}, .inputs = {Const(Tensor(DType::kI32, {0}))}},
      {.name = "random_values_large", .op = Op{.kind = normal, .seed = -1}, .inputs = {ConstInts({123, 231})}},
      {.name = "random_values_c1",
       .op = Op{.seed = 1},
       .inputs = {ConstInts({3, -2})},
       .error = "dims [3,-2] holds -2"},
      {.name = "random_values_c1_rank",
       .op = Op{.seed = 1},
       .inputs = {Given(Tensor::Of<int32_t>({1, 1}, {3}))},
       .error = "expected rank 1"},
  };
}

}  // namespace slipway::ops
