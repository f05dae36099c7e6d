#include "ops/cases.h"
#include "ops/dequantize/dequantize.h"

namespace slipway::ops {

namespace {

CaseInput Quantized(Tensor values, Quantization quant) {
  values.mutable_type().quant = std::move(quant);
  return Given(std::move(values));
}

// 1, 2, -8: the low half of a byte comes first.
Tensor Nibbles() {
  const uint8_t bytes[] = {0x21, 0xf8};
  return Tensor(TensorType(DType::kI4, {3}), Buffer::Copy(bytes, sizeof bytes));
}

}  // namespace

std::vector<Case> Cases(const Dequantize*) {
  return {
      // LiteRT's reference kernels
      {.name = "dequantize_i8",
       .op = Dequantize{},
       .inputs = {Quantized(
           Tensor::Of<int8_t>({16}, {-128, -100, -50, -3, -2, -1, 0, 1, 2, 3, 4, 5, 50, 100, 126, 127}),
           {{0.1f}, {-3}, 0})},
       .expected = {Tensor::Of<float>({16}, {-12.5f, -9.7f, -4.7f, 0, 0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f, 0.7f, 0.8f,
                                             5.3f, 10.3f, 12.900001f, 13})},
       .tolerance = 1e-7},
      {.name = "dequantize_u8",
       .op = Dequantize{},
       .inputs = {Quantized(Tensor::Of<uint8_t>({12}, {0, 1, 2, 3, 125, 126, 127, 128, 129, 200, 254, 255}),
                            {{0.1f}, {128}, 0})},
       .expected = {Tensor::Of<float>(
           {12}, {-12.8f, -12.7f, -12.6f, -12.5f, -0.3f, -0.2f, -0.1f, 0, 0.1f, 7.2f, 12.6f, 12.7f})},
       .tolerance = 1e-7},
      {.name = "dequantize_i16",
       .op = Dequantize{},
       .inputs = {Quantized(
           Tensor::Of<int16_t>({16}, {-32768, -3000, -101, -3, -2, -1, 0, 1, 2, 3, 4, 5, 50, 101, 3000, 32767}),
           {{0.1f}, {0}, 0})},
       .expected = {Tensor::Of<float>({16}, {-3276.8f, -300, -10.1f, -0.3f, -0.2f, -0.1f, 0, 0.1f, 0.2f, 0.3f, 0.4f,
                                             0.5f, 5, 10.1f, 300, 3276.7f})},
       .tolerance = 1e-7},

      {.name = "dequantize_i32",
       .op = Dequantize{},
       .inputs = {Quantized(Tensor::Of<int32_t>({3}, {-70000, 0, 70000}), {{0.25f}, {0}, 0})},
       .expected = {Tensor::Of<float>({3}, {-17500, 0, 17500})}},
      {.name = "dequantize_i4",
       .op = Dequantize{},
       .inputs = {Quantized(Nibbles(), {{0.5f}, {0}, 0})},
       .expected = {Tensor::Of<float>({3}, {0.5f, 1, -4})}},
      {.name = "dequantize_per_channel",
       .op = Dequantize{},
       .inputs = {Quantized(Tensor::Of<int8_t>({2, 3, 2}, {-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5}),
                            {{0.5f, 0.1f, 0.02f}, {1, -2, 0}, 1})},
       .expected = {Tensor::Of<float>({2, 3, 2},
                                      {-3.5f, -3, -0.2f, -0.1f, -0.04f, -0.02f, -0.5f, 0, 0.4f, 0.5f, 0.08f, 0.1f})}},
      {.name = "dequantize_f16", .op = Dequantize{}, .inputs = {Rand({3, 5}, -2, 2, DType::kF16)}, .gradient = false},
      {.name = "dequantize_no_elements", .op = Dequantize{}, .inputs = {RandQuant({0, 3}, 0.5f, 3)}},
      {.name = "dequantize_c1_type", .op = Dequantize{}, .inputs = {Rand({2})}, .error = "x is f32"},
      {.name = "dequantize_c1_plain",
       .op = Dequantize{},
       .inputs = {Rand({2}, 0, 9, DType::kI8)},
       .error = "not quantized"},

  };
}

}  // namespace slipway::ops
