#include "ops/cases.h"
#include "ops/signal_fft_auto_scale/signal_fft_auto_scale.h"

namespace slipway::ops {

std::vector<Case> Cases(const SignalFftAutoScale*) {
  using Op = SignalFftAutoScale;
  // The kernels of TensorFlow Lite Micro.
  return {
      {.name = "signal_fft_auto_scale_0",
       .op = Op{},
       .inputs = {Given(Tensor::Of<int16_t>({6}, {3, -5, 100, -1000, 7, 0}))},
       .expected = {Tensor::Of<int16_t>({6}, {96, -160, 3200, -32000, 224, 0}), Tensor::Of<int32_t>({}, {5})}},
      {.name = "signal_fft_auto_scale_1",
       .op = Op{},
       .inputs = {Given(Tensor::Of<int16_t>({4}, {0, 0, 0, 0}))},
       .expected = {Tensor::Of<int16_t>({4}, {0, 0, 0, 0}), Tensor::Of<int32_t>({}, {0})}},
      {.name = "signal_fft_auto_scale_2",
       .op = Op{},
       .inputs = {Given(Tensor::Of<int16_t>({2}, {16384, -3}))},
       .expected = {Tensor::Of<int16_t>({2}, {16384, -3}), Tensor::Of<int32_t>({}, {0})}},
      {.name = "signal_fft_auto_scale_c1", .op = Op{}, .inputs = {Rand({2})}, .error = "x is f32"},
  };
}

}  // namespace slipway::ops
