#include "ops/cases.h"
#include "ops/batch_norm/batch_norm.h"

namespace slipway::ops {

namespace {

CaseInput Images() {
  return Given(Tensor::Of<float>(
      {2, 2, 3, 2},
      {-2,           -1.7826087f,  -1.5652174f, -1.3478261f, -1.1304348f, -0.9130435f, -0.6956522f, -0.47826087f,
       -0.26086956f, -0.04347826f, 0.17391305f, 0.39130434f, 0.6086956f,  0.82608694f, 1.0434783f,  1.2608696f,
       1.4782609f,   1.6956521f,   1.9130435f,  2.1304348f,  2.347826f,   2.5652175f,  2.7826087f,  3}));
}

CaseInput Vector(float a, float b) { return Const(Tensor::Of<float>({2}, {a, b})); }

}  // namespace

std::vector<Case> Cases(const BatchNorm*) {
  return {

      // tf.raw_ops.FusedBatchNormV3(is_training=False)
      {.name = "batch_norm_values",
       .op = BatchNorm{},
       .inputs = {Images(), Vector(1, 2), Vector(0.5f, -0.5f), Vector(0.1f, 0.2f), Vector(1.5f, 0.5f)},
       .expected = {Tensor::Of<float>(
           {2, 2, 3, 2},
           {-1.2140714f, -6.1020656f, -0.8591913f, -4.8735423f,  -0.5043111f, -3.6450193f, -0.14943081f, -2.4164958f,
            0.20544943f, -1.1879729f, 0.5603296f,  0.040550113f, 0.91520983f, 1.2690731f,  1.2700901f,   2.4975963f,
            1.6249703f,  3.726119f,   1.9798505f,  4.9546423f,   2.3347306f,  6.1831656f,  2.6896112f,   7.4116883f})}},
      {.name = "batch_norm_vectors",
       .op = BatchNorm{.epsilon = 0.01f},
       .inputs = {Rand({7, 19}), Rand({19}), Rand({19}), Rand({19}), Rand({19}, 0.1, 2)}},
      {.name = "batch_norm_rank_1",
       .op = BatchNorm{},
       .inputs = {Rand({5}), Rand({5}), Rand({5}), Rand({5}), Rand({5}, 0.1, 2)}},
      {.name = "batch_norm_constants",
       .op = BatchNorm{},
       .inputs = {Rand({3, 4, 5, 33}), ConstRand({33}), ConstRand({33}), ConstRand({33}), ConstRand({33}, 0.1, 2)}},
      {.name = "batch_norm_no_rows",
       .op = BatchNorm{},
       .inputs = {Rand({0, 3}), Rand({3}), Rand({3}), Rand({3}), Rand({3}, 0.1, 2)}},
      {.name = "batch_norm_c1",
       .op = BatchNorm{},
       .inputs = {ConstInts({1}), Rand({1}), Rand({1}), Rand({1}), Rand({1})},
       .error = "expected a float type"},
      {.name = "batch_norm_c1_mixed",
       .op = BatchNorm{},
       .inputs = {Rand({1}), Rand({1}), ConstInts({1}), Rand({1}), Rand({1})},
       .error = "operand 2 is i32"},
      {.name = "batch_norm_c2_scalar",
       .op = BatchNorm{},
       .inputs = {Rand({}), Rand({1}), Rand({1}), Rand({1}), Rand({1})},
       .error = "scalar"},
      {.name = "batch_norm_c2_length",
       .op = BatchNorm{},
       .inputs = {Rand({2, 3}), Rand({3}), Rand({3}), Rand({2}), Rand({3})},
       .error = "operand 3 has shape [2]"},

  };
}

}  // namespace slipway::ops
