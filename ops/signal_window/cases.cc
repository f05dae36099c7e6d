#include "ops/cases.h"
#include "ops/signal_window/signal_window.h"

namespace slipway::ops {

std::vector<Case> Cases(const SignalWindow*) {
  using Op = SignalWindow;
  // The kernels of TensorFlow Lite Micro.
  return {
      {.name = "signal_window_shift_12",
       .op = Op{.shift = 12},
       .inputs = {Given(Tensor::Of<int16_t>(
                      {2, 6}, {-24000, -32768, 19468, -48, 5899, 6651, 13904, -30888, -951, -23074, -6457, 28062})),
                  Const(Tensor::Of<int16_t>({6}, {4096, 288, 2223, 531, 3090, 3884}))},
       .expected = {Tensor::Of<int16_t>(
           {2, 6}, {-24000, -2304, 10565, -7, 4450, 6306, 13904, -2172, -517, -2992, -4872, 26609})}},
      {.name = "signal_window_saturates",
       .op = Op{.shift = 12},
       .inputs = {Given(Tensor::Of<int16_t>(
                      {2, 6}, {-24000, -32768, 19468, -48, 5899, 6651, 13904, -30888, -951, -23074, -6457, 28062})),
                  Const(Tensor::Of<int16_t>({6}, {32767, 32767, 32767, 32767, 32767, 32767}))},
       .expected = {Tensor::Of<int16_t>(
           {2, 6}, {-32768, -32768, 32767, -384, 32767, 32767, 32767, -32768, -7608, -32768, -32768, 32767})}},
      {.name = "signal_window_c1",
       .op = Op{},
       .inputs = {Given(Tensor::Of<int16_t>(
                      {2, 6}, {-24000, -32768, 19468, -48, 5899, 6651, 13904, -30888, -951, -23074, -6457, 28062})),
                  Given(Tensor::Of<int16_t>({3}, {4096, 288, 2223}))},
       .error = "expected 6 elements"},
      {.name = "signal_window_c1_type",
       .op = Op{},
       .inputs = {Rand({2}), Given(Tensor::Of<int16_t>({2}, {4096, 288}))},
       .error = "x is f32"},
      {.name = "signal_window_c2",
       .op = Op{.shift = 32},
       .inputs = {Given(Tensor::Of<int16_t>(
                      {2, 6}, {-24000, -32768, 19468, -48, 5899, 6651, 13904, -30888, -951, -23074, -6457, 28062})),
                  Given(Tensor::Of<int16_t>({6}, {4096, 288, 2223, 531, 3090, 3884}))},
       .error = "shift is 32"},
  };
}

}  // namespace slipway::ops
