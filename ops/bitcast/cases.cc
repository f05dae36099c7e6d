#include "ops/cases.h"
#include "ops/bitcast/bitcast.h"

namespace slipway::ops {

std::vector<Case> Cases(const Bitcast*) {
  return {
      // tf.bitcast
      {.name = "bitcast_to_halves",
       .op = Bitcast{.type = DType::kI16},
       .inputs = {Given(Tensor::Of<float>({2}, {1, 2}))},
       .expected = {Tensor::Of<int16_t>({2, 2}, {0, 16256, 0, 16384})}},
      {.name = "bitcast_from_halves",
       .op = Bitcast{.type = DType::kF32},
       .inputs = {Given(Tensor::Of<int16_t>({1, 2}, {0, 16256}))},
       .expected = {Tensor::Of<float>({1}, {1})}},
      {.name = "bitcast_same_size",
       .op = Bitcast{.type = DType::kU32},
       .inputs = {Given(Tensor::Of<float>({2, 1}, {1, -0.0f}))},
       .expected = {Tensor::Of<uint32_t>({2, 1}, {0x3f800000u, 0x80000000u})}},
      {.name = "bitcast_to_bytes",
       .op = Bitcast{.type = DType::kU8},
       .inputs = {Given(Tensor::Scalar<int64_t>(258))},
       .expected = {Tensor::Of<uint8_t>({8}, {2, 1, 0, 0, 0, 0, 0, 0})}},
      {.name = "bitcast_from_bytes",
       .op = Bitcast{.type = DType::kF64},
       .inputs = {Given(Tensor::Of<uint8_t>({8}, {0, 0, 0, 0, 0, 0, 0xf0, 0x3f}))},
       .expected = {Tensor::Scalar<double>(1)}},
      {.name = "bitcast_no_elements",
       .op = Bitcast{.type = DType::kI32},
       .inputs = {Rand({0, 2}, 0, 1, DType::kI16)},
       .expected = {Tensor(DType::kI32, {0})}},
      {.name = "bitcast_i4",
       .op = Bitcast{.type = DType::kI4},
       .inputs = {Given(Tensor(TensorType(DType::kI4, {3}), Buffer::Copy("\x21\x08", 2)))},
       .expected = {Tensor(TensorType(DType::kI4, {3}), Buffer::Copy("\x21\x08", 2))}},
      {.name = "bitcast_c1",
       .op = Bitcast{.type = DType::kI32},
       .inputs = {Given(Tensor::Of<std::string>({1}, {"a"}))},
       .error = "whole bytes"},
      {.name = "bitcast_c2",
       .op = Bitcast{.type = DType::kF32},
       .inputs = {Rand({3}, 0, 9, DType::kI16)},
       .error = "expected a last dimension of 2"},
      {.name = "bitcast_c2_scalar",
       .op = Bitcast{.type = DType::kF32},
       .inputs = {Rand({}, 0, 9, DType::kI16)},
       .error = "expected a last dimension of 2"},
  };
}

}  // namespace slipway::ops
