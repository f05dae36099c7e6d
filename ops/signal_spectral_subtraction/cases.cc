#include "ops/cases.h"
#include "ops/signal_spectral_subtraction/signal_spectral_subtraction.h"

namespace slipway::ops {

std::vector<Case> Cases(const SignalSpectralSubtraction*) {
  using Op = SignalSpectralSubtraction;
  // The kernels of TensorFlow Lite Micro.
  return {
      {.name = "signal_spectral_subtraction_first_run",
       .op = Op{false, 5, 409, 15975, 983, 15401, 10, 819, 14},
       .inputs = {Given(Tensor::Of<uint32_t>({5}, {100u, 5000u, 123456u, 0u, 4000000u}))},
       .expected = {Tensor::Of<uint32_t>({5}, {97u, 4700u, 120374u, 0u, 3900146u}),
                    Tensor::Of<uint32_t>({5}, {2556u, 307187u, 3155844u, 0u, 102250000u})}},
      {.name = "signal_spectral_subtraction_clamping",
       .op = Op{true, 5, 16000, 9000, 983, 15401, 10, 819, 14},
       .inputs = {Given(Tensor::Of<uint32_t>({5}, {100u, 5000u, 123456u, 0u, 4000000u}))},
       .expected = {Tensor::Of<uint32_t>({5}, {4u, 4700u, 6171u, 0u, 199951u}),
                    Tensor::Of<uint32_t>({5}, {100000u, 307187u, 123456000u, 0u, 4000000000u})}},
      {.name = "signal_spectral_subtraction_c1",
       .op = Op{.num_channels = 2},
       .inputs = {Given(Tensor::Of<uint32_t>({1}, {1u}))},
       .error = "expected 2 channels"},
      {.name = "signal_spectral_subtraction_c2",
       .op = Op{.num_channels = 1, .smoothing_bits = 32},
       .inputs = {Given(Tensor::Of<uint32_t>({1}, {1u}))},
       .error = "a shift is 32"},
      {.name = "signal_spectral_subtraction_c2_factor",
       .op = Op{.num_channels = 1, .smoothing = -1},
       .inputs = {Given(Tensor::Of<uint32_t>({1}, {1u}))},
       .error = "a factor is -1"},
  };
}

}  // namespace slipway::ops
