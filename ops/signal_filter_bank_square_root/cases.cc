#include "ops/cases.h"
#include "ops/signal_filter_bank_square_root/signal_filter_bank_square_root.h"

namespace slipway::ops {

std::vector<Case> Cases(const SignalFilterBankSquareRoot*) {
  using Op = SignalFilterBankSquareRoot;
  // The kernels of TensorFlow Lite Micro.
  return {
      {.name = "signal_filter_bank_square_root_0",
       .op = Op{},
       .inputs = {Given(Tensor::Of<uint64_t>({12}, {0u, 1u, 2u, 3u, 6u, 7u, 12u, 4294967295u, 4294967296u,
                                                    1099511640121u, 9223372036854775808u, 18446744073709551615u})),
                  Given(Tensor::Scalar<int32_t>(0))},
       .expected = {Tensor::Of<uint32_t>(
           {12}, {0u, 1u, 1u, 2u, 2u, 3u, 3u, 65535u, 65536u, 1048576u, 3037000500u, 4294967295u})}},
      {.name = "signal_filter_bank_square_root_3",
       .op = Op{},
       .inputs = {Given(Tensor::Of<uint64_t>({12}, {0u, 1u, 2u, 3u, 6u, 7u, 12u, 4294967295u, 4294967296u,
                                                    1099511640121u, 9223372036854775808u, 18446744073709551615u})),
                  Given(Tensor::Scalar<int32_t>(3))},
       .expected = {Tensor::Of<uint32_t>({12},
                                         {0u, 0u, 0u, 0u, 0u, 0u, 0u, 8191u, 8192u, 131072u, 379625062u, 536870911u})}},
      {.name = "signal_filter_bank_square_root_c1",
       .op = Op{},
       .inputs = {Rand({2}), Given(Tensor::Scalar<int32_t>(3))},
       .error = "x is f32"},
      {.name = "signal_filter_bank_square_root_c1_shift",
       .op = Op{},
       .inputs = {Given(Tensor::Of<uint64_t>({12}, {0u, 1u, 2u, 3u, 6u, 7u, 12u, 4294967295u, 4294967296u,
                                                    1099511640121u, 9223372036854775808u, 18446744073709551615u})),
                  Given(Tensor::Scalar<int32_t>(32))},
       .run_error = "shift is 32"},
  };
}

}  // namespace slipway::ops
