#include "ops/cases.h"
#include "ops/fake_quant/fake_quant.h"

namespace slipway::ops {

namespace {

CaseInput Values(Shape shape) {
  return Given(Tensor::Of<float>(shape, {-1.5f, -1, -0.5f, -0.1f, 0, 0.11f, 0.3f, 0.51f, 0.7f, 0.9f, 1.5f, 3}));
}

CaseInput Scalar(float v) { return Const(Tensor::Scalar<float>(v)); }

}  // namespace

std::vector<Case> Cases(const FakeQuant*) {
  return {
      // tf.raw_ops.FakeQuantWithMinMaxVars and ...PerChannel
      {.name = "fake_quant_scalars",
       .op = FakeQuant{},
       .inputs = {Values({12}), Scalar(-1), Scalar(1)},
       .expected = {Tensor::Of<float>(
           {12}, {-0.9960785f, -0.9960785f, -0.5019608f, -0.10196079f, 0, 0.10980393f, 0.29803923f, 0.50980395f,
                  0.69803923f, 0.90196085f, 1.0039216f, 1.0039216f})},
       .gradient = false},
      {.name = "fake_quant_narrow",
       .op = FakeQuant{.narrow_range = true},
       .inputs = {Values({12}), Scalar(-0.1f), Scalar(1)},
       .expected = {Tensor::Of<float>({12}, {-0.0996063f, -0.0996063f, -0.0996063f, -0.0996063f, 0, 0.10826772f,
                                             0.2988189f, 0.51102364f, 0.7015748f, 0.9007874f, 1.0003937f, 1.0003937f})},
       .gradient = false},
      {.name = "fake_quant_attributes",
       .op = FakeQuant{.min = 1, .max = 3},
       .inputs = {Values({12})},
       .expected = {Tensor::Of<float>(
           {12}, {0, 0, 0, 0, 0, 0.10980393f, 0.29803923f, 0.50980395f, 0.69803923f, 0.90196085f, 1.4980392f, 2})},
       .gradient = false},
      {.name = "fake_quant_4_bits",
       .op = FakeQuant{.num_bits = 4, .max = 6},
       .inputs = {Values({12})},
       .expected = {Tensor::Of<float>({12}, {0, 0, 0, 0, 0, 0, 0.4f, 0.4f, 0.8f, 0.8f, 1.6f, 3.2f})},
       .gradient = false},
      {.name = "fake_quant_16_bits",
       .op = FakeQuant{.num_bits = 16, .min = -1, .max = 1},
       .inputs = {Values({12})},
       .expected = {Tensor::Of<float>(
           {12}, {-1.0000153f, -0.99998474f, -0.5000076f, -0.10000763f, 0, 0.10998703f, 0.29999238f, 0.50998706f,
                  0.69999236f, 0.9000076f, 0.99998474f, 0.99998474f})},
       .gradient = false},
      {.name = "fake_quant_no_range",
       .op = FakeQuant{},
       .inputs = {Values({12}), Scalar(0), Scalar(0)},
       .expected = {Tensor::Of<float>({12}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})},
       .gradient = false},
      {.name = "fake_quant_per_channel",
       .op = FakeQuant{},
       .inputs = {Values({4, 3}), Const(Tensor::Of<float>({3}, {-1, 0, -0.5f})),
                  Const(Tensor::Of<float>({3}, {1, 2, 0.5f}))},
       .expected = {Tensor::Of<float>({4, 3}, {-0.9960785f, 0, -0.49803925f, -0.10196079f, 0, 0.10980393f, 0.29803923f,
                                               0.50980395f, 0.5019608f, 0.90196085f, 1.4980392f, 0.5019608f})},
       .gradient = false},

      {.name = "fake_quant_first_axis",
       .op = FakeQuant{.axis = 0},
       .inputs = {Rand({2, 7}), Const(Tensor::Of<float>({2}, {-1, -0.25f})), Const(Tensor::Of<float>({2}, {1, 0.25f}))},
       .gradient = false},
      {.name = "fake_quant_no_elements", .op = FakeQuant{.max = 1}, .inputs = {Rand({0})}, .gradient = false},
      {.name = "fake_quant_c1", .op = FakeQuant{}, .inputs = {ConstInts({1})}, .error = "expected f32"},
      {.name = "fake_quant_c2", .op = FakeQuant{.num_bits = 17}, .inputs = {Rand({2})}, .error = "num_bits is 17"},
      {.name = "fake_quant_c3_one", .op = FakeQuant{}, .inputs = {Rand({2}), Scalar(1)}, .error = "together"},
      {.name = "fake_quant_c3_length",
       .op = FakeQuant{},
       .inputs = {Rand({2, 3}), ConstRand({2}), ConstRand({2})},
       .error = "min or max has shape [2]"},

  };
}

}  // namespace slipway::ops
