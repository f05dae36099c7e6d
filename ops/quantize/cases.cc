#include "ops/cases.h"
#include "ops/quantize/quantize.h"

namespace slipway::ops {

namespace {

Quantization One(float scale, int64_t zero_point) { return {{scale}, {zero_point}, 0}; }

CaseInput Floats() {
  return Given(
      Tensor::Of<float>({14}, {-100, -1.5f, -0.75f, -0.25f, -0.1f, 0, 0.1f, 0.25f, 0.3f, 0.74f, 0.75f, 0.76f, 1, 100}));
}

CaseInput Quantized(Tensor values, float scale, int64_t zero_point) {
  values.mutable_type().quant = One(scale, zero_point);
  return Given(std::move(values));
}

}  // namespace

std::vector<Case> Cases(const Quantize*) {
  return {
      // LiteRT's reference kernels
      {.name = "quantize_i8",
       .op = Quantize{.to = DType::kI8},
       .inputs = {Floats()},
       .expected = {Tensor::Of<int8_t>({14}, {-128, -6, -5, -4, -3, -3, -3, -2, -2, -2, -1, -1, -1, 127})},
       .gradient = false,
       .out_quant = {One(0.5f, -3)}},
      {.name = "quantize_u8",
       .op = Quantize{.to = DType::kU8},
       .inputs = {Floats()},
       .expected = {Tensor::Of<uint8_t>({14}, {0, 125, 126, 127, 128, 128, 128, 129, 129, 129, 130, 130, 130, 255})},
       .gradient = false,
       .out_quant = {One(0.5f, 128)}},
      {.name = "quantize_i16",
       .op = Quantize{.to = DType::kI16},
       .inputs = {Floats()},
       .expected = {Tensor::Of<int16_t>({14}, {-200, -3, -2, -1, 0, 0, 0, 1, 1, 1, 2, 2, 2, 200})},
       .gradient = false,
       .out_quant = {One(0.5f, 0)}},

      {.name = "quantize_per_channel",
       .op = Quantize{},
       .inputs = {Given(
           Tensor::Of<float>({2, 3, 2}, {-2, -1.6363636f, -1.2727273f, -0.90909094f, -0.54545456f, -0.18181819f,
                                         0.18181819f, 0.54545456f, 0.90909094f, 1.2727273f, 1.6363636f, 2}))},
       .expected = {Tensor::Of<int8_t>({2, 3, 2}, {-4, -3, -13, -9, -27, -9, 0, 1, 9, 13, 82, 100})},
       .gradient = false,
       .out_quant = {Quantization{{0.5f, 0.1f, 0.02f}, {0, 0, 0}, 1}}},
      {.name = "requantize_i8_i8",
       .op = Quantize{.to = DType::kI8},
       .inputs = {Quantized(
           Tensor::Of<int8_t>({16}, {-128, -100, -50, -3, -2, -1, 0, 1, 2, 3, 4, 5, 50, 100, 126, 127}), 0.5f, -3)},
       .expected = {Tensor::Of<int8_t>({16}, {-128, -128, -68, 10, 12, 13, 15, 17, 18, 20, 22, 23, 98, 127, 127, 127})},
       .gradient = false,
       .out_quant = {One(0.3f, 10)}},
      {.name = "requantize_i8_u8",
       .op = Quantize{.to = DType::kU8},
       .inputs = {Quantized(
           Tensor::Of<int8_t>({16}, {-128, -100, -50, -3, -2, -1, 0, 1, 2, 3, 4, 5, 50, 100, 126, 127}), 0.5f, -3)},
       .expected = {Tensor::Of<uint8_t>({16},
                                        {0, 28, 78, 125, 126, 127, 128, 129, 130, 131, 132, 133, 178, 228, 254, 255})},
       .gradient = false,
       .out_quant = {One(0.5f, 125)}},
      {.name = "requantize_i8_i16",
       .op = Quantize{.to = DType::kI16},
       .inputs = {Quantized(
           Tensor::Of<int8_t>({16}, {-128, -100, -50, -3, -2, -1, 0, 1, 2, 3, 4, 5, 50, 100, 126, 127}), 0.5f, -3)},
       .expected = {Tensor::Of<int16_t>(
           {16}, {-6250, -4850, -2350, 0, 50, 100, 150, 200, 250, 300, 350, 400, 2650, 5150, 6450, 6500})},
       .gradient = false,
       .out_quant = {One(0.01f, 0)}},
      {.name = "requantize_u8_u8",
       .op = Quantize{.to = DType::kU8},
       .inputs = {Quantized(Tensor::Of<uint8_t>({12}, {0, 1, 2, 3, 125, 126, 127, 128, 129, 200, 254, 255}), 0.5f,
                            128)},
       .expected = {Tensor::Of<uint8_t>({12}, {0, 0, 0, 0, 95, 97, 98, 100, 102, 220, 255, 255})},
       .gradient = false,
       .out_quant = {One(0.3f, 100)}},
      {.name = "requantize_u8_i8",
       .op = Quantize{.to = DType::kI8},
       .inputs = {Quantized(Tensor::Of<uint8_t>({12}, {0, 1, 2, 3, 125, 126, 127, 128, 129, 200, 254, 255}), 0.5f,
                            128)},
       .expected = {Tensor::Of<int8_t>({12}, {-128, -127, -126, -125, -3, -2, -1, 0, 1, 72, 126, 127})},
       .gradient = false,
       .out_quant = {One(0.5f, 0)}},
      {.name = "requantize_i16_i8",
       .op = Quantize{.to = DType::kI8},
       .inputs = {Quantized(
           Tensor::Of<int16_t>({16}, {-32768, -3000, -101, -3, -2, -1, 0, 1, 2, 3, 4, 5, 50, 101, 3000, 32767}), 0.01f,
           0)},
       .expected = {Tensor::Of<int8_t>({16}, {-128, -84, -6, -3, -3, -3, -3, -3, -3, -3, -3, -3, -2, 0, 78, 127})},
       .gradient = false,
       .out_quant = {One(0.37f, -3)}},
      {.name = "requantize_i16_i16",
       .op = Quantize{.to = DType::kI16},
       .inputs = {Quantized(
           Tensor::Of<int16_t>({16}, {-32768, -3000, -101, -3, -2, -1, 0, 1, 2, 3, 4, 5, 50, 101, 3000, 32767}), 0.01f,
           0)},
       .expected = {Tensor::Of<int16_t>({16},
                                        {-32768, -8108, -273, -8, -5, -3, 0, 3, 5, 8, 11, 14, 135, 273, 8108, 32767})},
       .gradient = false,
       .out_quant = {One(0.0037f, 0)}},
      {.name = "requantize_i16_i32",
       .op = Quantize{.to = DType::kI32},
       .inputs = {Quantized(
           Tensor::Of<int16_t>({16}, {-32768, -3000, -101, -3, -2, -1, 0, 1, 2, 3, 4, 5, 50, 101, 3000, 32767}), 0.01f,
           0)},
       .expected = {Tensor::Of<int32_t>({16},
                                        {-88562, -8108, -273, -8, -5, -3, 0, 3, 5, 8, 11, 14, 135, 273, 8108, 88559})},
       .gradient = false,
       .out_quant = {One(0.0037f, 0)}},
      {.name = "requantize_i32_i8",
       .op = Quantize{.to = DType::kI8},
       .inputs = {Quantized(Tensor::Of<int32_t>({16}, {-32768000, -3000000, -101000, -3000, -2000, -1000, 0, 1000, 2000,
                                                       3000, 4000, 5000, 50000, 101000, 3000000, 32767000}),
                            0.01f, 0)},
       .expected = {Tensor::Of<int8_t>({16}, {-128, -128, -30, -4, -4, -3, -3, -3, -2, -2, -2, -2, 11, 24, 127, 127})},
       .gradient = false,
       .out_quant = {One(37.0f, -3)}},
      {.name = "requantize_i32_i16",
       .op = Quantize{.to = DType::kI16},
       .inputs = {Quantized(Tensor::Of<int32_t>({16}, {-32768000, -3000000, -101000, -3000, -2000, -1000, 0, 1000, 2000,
                                                       3000, 4000, 5000, 50000, 101000, 3000000, 32767000}),
                            0.01f, 0)},
       .expected = {Tensor::Of<int16_t>({16},
                                        {-32768, -8108, -273, -8, -5, -3, 0, 3, 5, 8, 11, 14, 135, 273, 8108, 32767})},
       .gradient = false,
       .out_quant = {One(3.7f, 0)}},
      {.name = "quantize_u4",
       .op = Quantize{.to = DType::kU8, .bits = 4},
       .inputs = {Given(Tensor::Of<float>({10}, {-300, -0.4f, 0.4f, 0.6f, 1.5f, 2, 5.9f, 6, 6.5f, 300}))},
       .expected = {Tensor::Of<uint8_t>({10}, {0, 2, 4, 4, 6, 7, 15, 15, 15, 15})},
       .gradient = false,
       .out_quant = {One(0.5f, 3)}},

      {.name = "quantize_no_elements",
       .op = Quantize{},
       .inputs = {Rand({0, 3})},
       .gradient = false,
       .out_quant = {One(0.5f, 0)}},
      {.name = "quantize_c1_type", .op = Quantize{}, .inputs = {Rand({2}, 0, 1, DType::kBool)}, .error = "x is bool"},
      {.name = "quantize_c1_plain",
       .op = Quantize{},
       .inputs = {Rand({2}, 0, 9, DType::kI8)},
       .error = "not quantized"},
      {.name = "quantize_c5",
       .op = Quantize{.bits = 4},
       .inputs = {Rand({2})},
       .error = "quantizing f32 to 4 bits of i8"},
      {.name = "quantize_c2", .op = Quantize{.to = DType::kI64}, .inputs = {Rand({2})}, .error = "to i64"},

  };
}

}  // namespace slipway::ops
