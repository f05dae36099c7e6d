#include "ops/cases.h"
#include "ops/signal_filter_bank_log/signal_filter_bank_log.h"

namespace slipway::ops {

std::vector<Case> Cases(const SignalFilterBankLog*) {
  using Op = SignalFilterBankLog;
  // The kernels of TensorFlow Lite Micro.
  return {
      {.name = "signal_filter_bank_log_3_bits",
       .op = Op{.input_correction_bits = 3, .output_scale = 64},
       .inputs = {Given(Tensor::Of<uint32_t>({8}, {0u, 1u, 2u, 3u, 100u, 65535u, 123456789u, 4294967295u}))},
       .expected = {Tensor::Of<int16_t>({8}, {0, 133, 177, 203, 428, 843, 1326, 1420})}},
      {.name = "signal_filter_bank_log_saturates",
       .op = Op{.output_scale = 1600},
       .inputs = {Given(Tensor::Of<uint32_t>({8}, {0u, 1u, 2u, 3u, 100u, 65535u, 123456789u, 4294967295u}))},
       .expected = {Tensor::Of<int16_t>({8}, {0, 0, 1109, 1758, 7368, 17747, 29811, 32767})}},
      {.name = "signal_filter_bank_log_c1", .op = Op{}, .inputs = {Rand({2})}, .error = "x is f32"},
      {.name = "signal_filter_bank_log_c2",
       .op = Op{.input_correction_bits = 32},
       .inputs = {Given(Tensor::Of<uint32_t>({8}, {0u, 1u, 2u, 3u, 100u, 65535u, 123456789u, 4294967295u}))},
       .error = "correction of 32 bits"},
  };
}

}  // namespace slipway::ops
