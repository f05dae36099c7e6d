#include "ops/cases.h"
#include "ops/batch_norm_train_backward/batch_norm_train_backward.h"

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

std::vector<Case> Cases(const BatchNormTrainBackward*) {
  return {

      // tf.raw_ops.FusedBatchNormGradV3
      {.name = "batch_norm_train_backward_values",
       .op = BatchNormTrainBackward{},
       .inputs = {Given(Tensor::Of<float>(
                      {2, 2, 3, 2},
                      {1,           0.5403023f,  -0.41614684f, -0.9899925f,  -0.6536436f,  0.2836622f,
                       0.96017027f, 0.75390226f, -0.14550003f, -0.91113025f, -0.8390715f,  0.004425698f,
                       0.84385395f, 0.9074468f,  0.13673721f,  -0.7596879f,  -0.9576595f,  -0.27516335f,
                       0.6603167f,  0.9887046f,  0.40808207f,  -0.54772925f, -0.99996084f, -0.53283304f})),
                  Images(), Vector(1, 2), Vector(0.39130437f, 0.60869557f), Vector(2.2526782f, 2.2526782f)},
       .expected = {Tensor::Of<float>({2, 2, 3, 2}, {0.50695056f, 0.60856974f,  -0.4074078f,  -1.3990695f,  -0.5366409f,
                                                     0.3288385f,  0.5673256f,   0.9864015f,   -0.14021741f, -1.2007414f,
                                                     -0.5732521f, 0.05009132f,  0.5767511f,   1.2842246f,   0.13469361f,
                                                     -0.9057189f, -0.56533974f, -0.22912554f, 0.5413993f,   1.4857441f,
                                                     0.40234897f, -0.5300739f,  -0.50661117f, -0.47914043f}),
                    Tensor::Of<float>({2}, {-1.8019044f, -0.9668626f}),
                    Tensor::Of<float>({2}, {-0.002822101f, -0.53809243f})}},
      {.name = "batch_norm_train_backward_images",
       .op = BatchNormTrainBackward{.epsilon = 0.01f},
       .inputs = {Rand({3, 4, 5, 19}), Rand({3, 4, 5, 19}), Rand({19}), Rand({19}), Rand({19}, 0.1, 2)},
       .tolerance = 1e-4},
      {.name = "batch_norm_train_backward_rows",
       .op = BatchNormTrainBackward{},
       .inputs = {Rand({3000, 3}), Rand({3000, 3}), Rand({3}), Rand({3}), Rand({3}, 0.1, 2)},
       .tolerance = 1e-4},
      {.name = "batch_norm_train_backward_vector",
       .op = BatchNormTrainBackward{},
       .inputs = {Rand({3}), Rand({3}), Rand({3}), Rand({3}), Rand({3}, 0.1, 2)}},
      {.name = "batch_norm_train_backward_c1",
       .op = BatchNormTrainBackward{},
       .inputs = {Rand({1}), ConstInts({1}), Rand({1}), Rand({1}), Rand({1})},
       .error = "x is i32"},
      {.name = "batch_norm_train_backward_c2",
       .op = BatchNormTrainBackward{},
       .inputs = {Rand({2, 3}), Rand({3, 3}), Rand({3}), Rand({3}), Rand({3})},
       .error = "dy has shape [2,3]"},

  };
}

}  // namespace slipway::ops
