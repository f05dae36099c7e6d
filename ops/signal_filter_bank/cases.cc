#include "ops/cases.h"
#include "ops/signal_filter_bank/signal_filter_bank.h"

namespace slipway::ops {

// A spectrum of 20, and four channels of weights, the last with so many.
static std::vector<CaseInput> Bank(int16_t last_weights) {
  return {Given(Tensor::Of<uint32_t>(
              {20}, {742487905u,  1561210572u, 1006972613u, 728026359u,  1945908675u, 1342935993u, 1497571534u,
                     1601837553u, 728685570u,  1914075158u, 36243543u,   658851416u,  343218769u,  8614285u,
                     2139829749u, 192889953u,  987232549u,  1760180289u, 1483996920u, 1839565112u})),
          Const(Tensor::Of<int16_t>(
              {16}, {223, 2036, 139, 784, 3464, 299, 2407, 82, 1264, 3820, 1299, 1265, 365, 3173, 707, 2043})),
          Const(Tensor::Of<int16_t>(
              {16}, {3873, 2060, 3957, 3312, 632, 3797, 1689, 4014, 2832, 276, 2797, 2831, 3731, 923, 3389, 2053})),
          Const(Tensor::Of<int16_t>({4}, {1, 5, 9, 14})),
          Const(Tensor::Of<int16_t>({4}, {0, 4, 8, 13})),
          Const(Tensor::Of<int16_t>({4}, {4, 4, 5, last_weights}))};
}

std::vector<Case> Cases(const SignalFilterBank*) {
  using Op = SignalFilterBank;
  // The kernels of TensorFlow Lite Micro.
  return {
      {.name = "signal_filter_bank_3",
       .op = Op{.num_channels = 3},
       .inputs = Bank(3),
       .expected = {Tensor::Of<uint64_t>({3}, {26461661337528u, 16016467447337u, 17220232796205u})}},
      {.name = "signal_filter_bank_c1", .op = Op{.num_channels = 2}, .inputs = Bank(3), .error = "expected 3 elements"},
      {.name = "signal_filter_bank_c2", .op = Op{.num_channels = 3}, .inputs = Bank(9), .run_error = "does not fit"},
  };
}

}  // namespace slipway::ops
