#include "ops/cases.h"
#include "ops/transpose_conv_bias/transpose_conv_bias.h"

namespace slipway::ops {

std::vector<Case> Cases(const TransposeConvBias*) {
  using Op = TransposeConvBias;
  CaseInput x = Given(Tensor::Of<float>({1, 1, 3, 1}, {1, 2, 3}));
  CaseInput filter = Const(Tensor::Of<float>({2, 1, 3, 1}, {1, 2, 4, -1, 0, 1}));
  CaseInput bias = Const(Tensor::Of<float>({2}, {0.5f, 10}));
  auto make = [](const char* name, Op op, Shape in, Shape f, bool constant) {
    CaseInput weights = Rand(f);
    return Case{.name = name, .op = op, .inputs = {Rand(in), constant ? ConstOf(weights) : weights, ConstRand({f[0]})}};
  };
  return {
      // By hand: x spread by 2 and convolved.
      {.name = "transpose_conv_bias_valid",
       .op = Op{.stride_w = 2},
       .inputs = {x, filter, bias},
       .expected = {Tensor::Of<float>({1, 1, 7, 2},
                                      {1.5f, 9, 2.5f, 10, 6.5f, 9, 4.5f, 10, 11.5f, 9, 6.5f, 10, 12.5f, 13})}},
      {.name = "transpose_conv_bias_same",
       .op = Op{.stride_w = 2, .padding = Padding::kSame},
       .inputs = {x, filter, bias},
       .expected = {Tensor::Of<float>({1, 1, 5, 2}, {2.5f, 10, 6.5f, 9, 4.5f, 10, 11.5f, 9, 6.5f, 10})}},
      make("transpose_conv_bias_same_4x4", Op{2, 2, Padding::kSame}, {2, 5, 6, 8}, {7, 4, 4, 8}, true),
      make("transpose_conv_bias_stride_3", Op{3, 2, Padding::kSame}, {1, 4, 3, 3}, {2, 2, 5, 3}, true),
      make("transpose_conv_bias_filter_at_run_time", Op{2, 1, Padding::kValid}, {1, 4, 3, 3}, {5, 3, 2, 3}, false),
      make("transpose_conv_bias_no_batch", Op{}, {0, 4, 3, 3}, {5, 3, 2, 3}, true),
      {.name = "transpose_conv_bias_c1",
       .op = Op{},
       .inputs = {Rand({3, 1}), filter, bias},
       .error = "expected rank 4"},
      {.name = "transpose_conv_bias_c2", .op = Op{.stride_h = 0}, .inputs = {x, filter, bias}, .error = "stride is 0"},
      {.name = "transpose_conv_bias_c3",
       .op = Op{},
       .inputs = {Rand({1, 2, 2, 3}), filter, bias},
       .error = "the filter reads 1 channels, x has 3"},
      {.name = "transpose_conv_bias_c3_bias",
       .op = Op{},
       .inputs = {x, filter, Rand({3})},
       .error = "expected 2 elements"},
  };
}

}  // namespace slipway::ops
