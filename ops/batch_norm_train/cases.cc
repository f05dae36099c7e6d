#include "ops/cases.h"
#include "ops/batch_norm_train/batch_norm_train.h"

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

std::vector<Case> Cases(const BatchNormTrain*) {
  return {

      // tf.raw_ops.FusedBatchNormV3(is_training=True); variance is tf.nn.moments'
      {.name = "batch_norm_train_values",
       .op = BatchNormTrain{},
       .inputs = {Images(), Vector(1, 2), Vector(0.5f, -0.5f)},
       .expected = {Tensor::Of<float>({2, 2, 3, 2},
                                      {-1.0929016f,  -3.685803f,   -0.803283f,  -3.106566f,  -0.5136646f, -2.527329f,
                                       -0.22404611f, -1.9480922f,  0.06557232f, -1.3688552f, 0.35519075f, -0.7896184f,
                                       0.6448092f,   -0.21038145f, 0.9344276f,  0.36885554f, 1.2240461f,  0.9480922f,
                                       1.5136646f,   1.5273292f,   1.803283f,   2.1065664f,  2.0929017f,  2.6858032f}),
                    Tensor::Of<float>({2}, {0.39130437f, 0.6086956f}),
                    Tensor::Of<float>({2}, {2.2526782f, 2.2526782f})}},
      // Keras' BatchNormalization(training=True)
      {.name = "batch_norm_train_keras",
       .op = BatchNormTrain{},
       .inputs = {Given(Tensor::Of<float>({4, 2}, {1, 2, 3, 6, 5, 10, 7, 2})), Vector(1, 1), Vector(0, 0)},
       .expected = {Tensor::Of<float>({4, 2}, {-1.3415066f, -0.9044930f, -0.4471688f, 0.3014976f, 0.4471689f,
                                               1.5074883f, 1.3415066f, -0.9044930f}),
                    Tensor::Of<float>({2}, {4, 5}), Tensor::Of<float>({2}, {5, 11})}},
      {.name = "batch_norm_train_images",
       .op = BatchNormTrain{.epsilon = 0.01f},
       .inputs = {Rand({3, 4, 5, 19}), Rand({19}), Rand({19})},
       .tolerance = 1e-4},
      {.name = "batch_norm_train_rows",
       .op = BatchNormTrain{},
       .inputs = {Rand({3000, 3}), Rand({3}), Rand({3})},
       .tolerance = 1e-4},
      {.name = "batch_norm_train_c1",
       .op = BatchNormTrain{},
       .inputs = {Rand({1}), ConstInts({1}), Rand({1})},
       .error = "operand 1 is i32"},
      {.name = "batch_norm_train_c2",
       .op = BatchNormTrain{},
       .inputs = {Rand({2, 3}), Rand({3}), Rand({2})},
       .error = "operand 2 has shape [2]"},

  };
}

}  // namespace slipway::ops
