#include "ops/cases.h"
#include "ops/signal_rfft/signal_rfft.h"

namespace slipway::ops {

std::vector<Case> Cases(const SignalRfft*) {
  using Op = SignalRfft;
  // The kernels of TensorFlow Lite Micro.
  return {
      {.name = "signal_rfft_16",
       .op = Op{.fft_length = 16},
       .inputs = {Given(Tensor::Of<int16_t>({16}, {31419, 7987, 24138, -8587, -23217, 745, -3688, 10671, 32409, -14726,
                                                   23311, -23727, -9979, 18876, -16540, 11164}))},
       .expected = {Tensor::Of<int16_t>({18}, {3765, 0, 1542, -136, 7290, -672, -897, -2786, 213, -1460, 1834, 77, 4834,
                                               7786, -2729, -582, 3465, 0})}},
      {.name = "signal_rfft_8_padded",
       .op = Op{.fft_length = 8},
       .inputs = {Given(Tensor::Of<int16_t>({5}, {-2688, 810, 28918, 20756, 22227}))},
       .expected = {Tensor::Of<int16_t>({10}, {8751, 0, -4877, -5520, -1172, 2493, -1351, 1708, 3361, 0})}},
      {.name = "signal_rfft_32",
       .op = Op{.fft_length = 32},
       .inputs = {Given(
           Tensor::Of<int16_t>({32}, {3215,  31604, 31516,  -23913, -19366, -12560, 3520,  21223,  -1074, 31703,  -9617,
                                      28069, 6002,  14468,  -17348, 6029,   19804,  25341, 24072,  30626, -24330, 18265,
                                      -2159, 12169, -14606, -31813, -27321, 30976,  25947, -12883, -4592, -16980}))},
       .expected = {Tensor::Of<int16_t>({34},
                                        {4561, 0,     -2986, -1756, 2430, -16, 1384,  3601, 733,   -3277, -1023, -3210,
                                         1461, -8425, 1855,  -1096, -77,  752, -2670, -56,  -2101, 1419,  -2291, -2567,
                                         459,  -826,  -2345, 1228,  3046, 374, 3928,  -350, -4957, 0})}},
      {.name = "signal_rfft_c1", .op = Op{.fft_length = 8}, .inputs = {Rand({8})}, .error = "x is f32"},
      {.name = "signal_rfft_c2",
       .op = Op{.fft_length = 12},
       .inputs = {Given(Tensor::Of<int16_t>({8}, {0, 0, 0, 0, 0, 0, 0, 0}))},
       .error = "a power of two"},
      {.name = "signal_rfft_c2_short",
       .op = Op{.fft_length = 4},
       .inputs = {Given(Tensor::Of<int16_t>({8}, {0, 0, 0, 0, 0, 0, 0, 0}))},
       .error = "at most 4"},
  };
}

}  // namespace slipway::ops
