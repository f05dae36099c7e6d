#include "ops/cases.h"
#include "ops/signal_energy/signal_energy.h"

namespace slipway::ops {

std::vector<Case> Cases(const SignalEnergy*) {
  using Op = SignalEnergy;
  // The kernels of TensorFlow Lite Micro.
  return {
      {.name = "signal_energy_all",
       .op = Op{.end_index = 7},
       .inputs = {Given(Tensor::Of<int16_t>({14}, {-23090, 23428, 11360, -27745, -32768, -32768, 26307, 32502, -18538,
                                                   7305, -30601, -21329, -19611, -3801}))},
       .expected = {Tensor::Of<uint32_t>(
           {7}, {1082019284u, 898834625u, 2147483648u, 1748438253u, 397020469u, 1391347442u, 399038922u})}},
      {.name = "signal_energy_part",
       .op = Op{.start_index = 2, .end_index = 5},
       .inputs = {Given(Tensor::Of<int16_t>({14}, {-23090, 23428, 11360, -27745, -32768, -32768, 26307, 32502, -18538,
                                                   7305, -30601, -21329, -19611, -3801}))},
       .expected = {Tensor::Of<uint32_t>({7}, {0u, 0u, 2147483648u, 1748438253u, 397020469u, 0u, 0u})}},
      {.name = "signal_energy_c1",
       .op = Op{},
       .inputs = {Given(Tensor::Of<int16_t>({3}, {-23090, 23428, 11360}))},
       .error = "expected pairs"},
      {.name = "signal_energy_c2",
       .op = Op{.end_index = 8},
       .inputs = {Given(Tensor::Of<int16_t>({14}, {-23090, 23428, 11360, -27745, -32768, -32768, 26307, 32502, -18538,
                                                   7305, -30601, -21329, -19611, -3801}))},
       .error = "numbers 0 to 8 of 7"},
  };
}

}  // namespace slipway::ops
