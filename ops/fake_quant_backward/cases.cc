#include "ops/cases.h"
#include "ops/fake_quant_backward/fake_quant_backward.h"

namespace slipway::ops {

namespace {

CaseInput Values(Shape shape) {
  return Given(Tensor::Of<float>(shape, {-1.5f, -1, -0.5f, -0.1f, 0, 0.11f, 0.3f, 0.51f, 0.7f, 0.9f, 1.5f, 3}));
}

CaseInput Gradient(Shape shape) { return Given(Tensor::Of<float>(shape, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})); }

CaseInput Scalar(float v) { return Const(Tensor::Scalar<float>(v)); }

}  // namespace

std::vector<Case> Cases(const FakeQuantBackward*) {
  return {

      // tf.raw_ops.FakeQuantWithMinMaxVarsGradient and ...PerChannelGradient
      {.name = "fake_quant_backward_scalars",
       .op = FakeQuantBackward{.narrow_range = true},
       .inputs = {Gradient({12}), Values({12}), Scalar(-0.1f), Scalar(1)},
       .expected = {Tensor::Of<float>({12}, {0, 0, 0, 0, 5, 6, 7, 8, 9, 10, 0, 0}), Tensor::Scalar<float>(10),
                    Tensor::Scalar<float>(23)}},
      {.name = "fake_quant_backward_per_channel",
       .op = FakeQuantBackward{},
       .inputs = {Gradient({4, 3}), Values({4, 3}), Const(Tensor::Of<float>({3}, {-1, 0, -0.5f})),
                  Const(Tensor::Of<float>({3}, {1, 2, 0.5f}))},
       .expected = {Tensor::Of<float>({4, 3}, {0, 0, 0, 4, 5, 6, 7, 8, 0, 10, 11, 0}),
                    Tensor::Of<float>({3}, {1, 2, 3}), Tensor::Of<float>({3}, {0, 0, 21})}},
      {.name = "fake_quant_backward_first_axis",
       .op = FakeQuantBackward{.axis = 0},
       .inputs = {Rand({2, 7}), Rand({2, 7}), ConstRand({2}, -0.5, -0.1), ConstRand({2}, 0.1, 0.5)}},
      {.name = "fake_quant_backward_no_elements",
       .op = FakeQuantBackward{},
       .inputs = {Rand({0}), Rand({0}), Scalar(-1), Scalar(1)},
       .expected = {Tensor::Of<float>({0}, {}), Tensor::Scalar<float>(0), Tensor::Scalar<float>(0)}},
      {.name = "fake_quant_backward_c1",
       .op = FakeQuantBackward{},
       .inputs = {ConstInts({1, 2}), Rand({2}), Scalar(-1), Scalar(1)},
       .error = "dy is i32"},
      {.name = "fake_quant_backward_c2",
       .op = FakeQuantBackward{.num_bits = 1},
       .inputs = {Rand({2}), Rand({2}), Scalar(-1), Scalar(1)},
       .error = "num_bits is 1"},
      {.name = "fake_quant_backward_c3",
       .op = FakeQuantBackward{},
       .inputs = {Rand({2}), Rand({3}), Scalar(-1), Scalar(1)},
       .error = "dy has shape [2]"},

  };
}

}  // namespace slipway::ops
