#include "ops/code_cases.h"
#include "ops/resize_bilinear/resize_bilinear.h"

namespace slipway::ops {

namespace {

CaseInput Row() { return Given(Tensor::Of<float>({1, 1, 4, 1}, {0, 10, 20, 30})); }

CaseInput Quantized(Tensor values, int64_t zero_point) {
  values.mutable_type().quant = Quantization{{0.5f}, {zero_point}, 0};
  return Given(std::move(values));
}

}  // namespace

std::vector<Case> Cases(const ResizeBilinear*) {
  return {
      // tf.raw_ops.ResizeBilinear
      {.name = "resize_bilinear_up",
       .op = ResizeBilinear{},
       .inputs = {Row(), ConstInts({1, 6})},
       .expected = {Tensor::Of<float>({1, 1, 6, 1}, {0, 6.666667f, 13.333334f, 20, 26.666668f, 30})}},
      {.name = "resize_bilinear_down",
       .op = ResizeBilinear{},
       .inputs = {Row(), ConstInts({1, 3})},
       .expected = {Tensor::Of<float>({1, 1, 3, 1}, {0, 13.333334f, 26.666668f})}},
      {.name = "resize_bilinear_corners_up",
       .op = ResizeBilinear{.align_corners = true},
       .inputs = {Row(), ConstInts({1, 6})},
       .expected = {Tensor::Of<float>({1, 1, 6, 1}, {0, 6, 12, 18, 24, 30})}},
      {.name = "resize_bilinear_corners_to_one",
       .op = ResizeBilinear{.align_corners = true},
       .inputs = {Row(), ConstInts({1, 1})},
       .expected = {Tensor::Of<float>({1, 1, 1, 1}, {0})}},
      {.name = "resize_bilinear_half_pixel_up",
       .op = ResizeBilinear{.half_pixel_centers = true},
       .inputs = {Row(), ConstInts({1, 6})},
       .expected = {Tensor::Of<float>({1, 1, 6, 1}, {0, 5, 11.666668f, 18.333336f, 25, 30})}},
      {.name = "resize_bilinear_half_pixel_down",
       .op = ResizeBilinear{.half_pixel_centers = true},
       .inputs = {Row(), ConstInts({1, 3})},
       .expected = {Tensor::Of<float>({1, 1, 3, 1}, {1.6666669f, 15, 28.333336f})}},
      {.name = "resize_bilinear_half_pixel_to_one",
       .op = ResizeBilinear{.half_pixel_centers = true},
       .inputs = {Row(), ConstInts({1, 1})},
       .expected = {Tensor::Of<float>({1, 1, 1, 1}, {15})}},

      {.name = "resize_bilinear_images",
       .op = ResizeBilinear{.half_pixel_centers = true},
       .inputs = {Rand({2, 5, 4, 3}), ConstInts({7, 9})}},
      {.name = "resize_bilinear_shrink",
       .op = ResizeBilinear{.align_corners = true},
       .inputs = {Rand({1, 9, 8, 5}), ConstInts({4, 3})}},
      // LiteRT's reference kernels
      {.name = "resize_bilinear_i8",
       .op = ResizeBilinear{},
       .inputs = {Quantized(Tensor::Of<int8_t>({1, 2, 4, 1}, {-128, -50, 0, 127, 10, 20, -30, 100}), 3),
                  ConstInts({3, 6})},
       .expected = {Tensor::Of<int8_t>(
           {1, 3, 6, 1}, {-128, -76, -33, 0, 85, 127, -36, -14, -9, -20, 66, 109, 10, 17, 3, -30, 57, 100})},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "resize_bilinear_i8_corners",
       .op = ResizeBilinear{.align_corners = true},
       .inputs = {Quantized(Tensor::Of<int8_t>({1, 2, 4, 1}, {-128, -50, 0, 127, 10, 20, -30, 100}), 3),
                  ConstInts({3, 6})},
       .expected = {Tensor::Of<int8_t>(
           {1, 3, 6, 1}, {-128, -81, -40, -10, 51, 127, -59, -33, -15, -15, 36, 113, 10, 16, 10, -20, 22, 100})},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "resize_bilinear_i8_half_pixel",
       .op = ResizeBilinear{.half_pixel_centers = true},
       .inputs = {Quantized(Tensor::Of<int8_t>({1, 2, 4, 1}, {-128, -50, 0, 127, 10, 20, -30, 100}), 3),
                  ConstInts({3, 6})},
       .expected = {Tensor::Of<int8_t>(
           {1, 3, 6, 1}, {-128, -89, -42, -8, 64, 127, -59, -37, -15, -15, 49, 114, 10, 15, 12, -22, 35, 100})},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "resize_bilinear_u8_half_pixel",
       .op = ResizeBilinear{.half_pixel_centers = true},
       .inputs = {Quantized(Tensor::Of<uint8_t>({1, 2, 4, 1}, {0, 78, 128, 255, 138, 148, 98, 228}), 3),
                  ConstInts({3, 6})},
       .expected = {Tensor::Of<uint8_t>(
           {1, 3, 6, 1}, {0, 39, 86, 120, 192, 255, 69, 91, 113, 113, 177, 242, 138, 143, 140, 106, 163, 228})},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "resize_bilinear_i16",
       .op = ResizeBilinear{},
       .inputs = {Quantized(Tensor::Of<int16_t>({1, 2, 4, 1}, {-25600, -10000, 0, 25400, 2000, 4000, -6000, 20000}), 0),
                  ConstInts({3, 6})},
       .expected = {Tensor::Of<int16_t>({1, 3, 6, 1}, {-25600, -15195, -6660, 25, 16966, 25400, -7191, -2836, -1778,
                                                       -3977, 13232, 21798, 2000, 3334, 660, -5975, 11367, 20000})},
       .out_quant = {Quantization{{0.5f}, {0}, 0}}},
      {.name = "resize_bilinear_no_images", .op = ResizeBilinear{}, .inputs = {Rand({0, 2, 2, 1}), ConstInts({3, 3})}},
      {.name = "resize_bilinear_c1_rank",
       .op = ResizeBilinear{},
       .inputs = {Rand({2, 2, 1}), ConstInts({3, 3})},
       .error = "expected [n, height"},
      {.name = "resize_bilinear_c1_pixels",
       .op = ResizeBilinear{},
       .inputs = {Rand({1, 0, 2, 1}), ConstInts({3, 3})},
       .error = "no pixels"},
      {.name = "resize_bilinear_no_pixels_no_batch",
       .op = ResizeBilinear{},
       .inputs = {Rand({0, 0, 2, 1}), ConstInts({3, 2})},
       .expected = {Tensor(DType::kF32, {0, 3, 2, 1})}},
      {.name = "resize_bilinear_i8_no_pixels_no_channels",
       .op = ResizeBilinear{},
       .inputs = {RandQuant({2, 1, 0, 0}, 0.5f, 3, DType::kI8), ConstInts({3, 2})},
       .expected = {Tensor(DType::kI8, {2, 3, 2, 0})},
       .gradient = false,
       .out_quant = {{{0.5f}, {3}, 0}}},
      {.name = "resize_bilinear_c2_length",
       .op = ResizeBilinear{},
       .inputs = {Rand({1, 2, 2, 1}), ConstInts({3})},
       .error = "expected 2"},
      {.name = "resize_bilinear_c2_zero",
       .op = ResizeBilinear{},
       .inputs = {Rand({1, 2, 2, 1}), ConstInts({3, 0})},
       .error = "not positive"},
      {.name = "resize_bilinear_c3",
       .op = ResizeBilinear{.align_corners = true, .half_pixel_centers = true},
       .inputs = {Rand({1, 2, 2, 1}), ConstInts({3, 3})},
       .error = "exclude each other"},
      {.name = "resize_bilinear_c4",
       .op = ResizeBilinear{},
       .inputs = {Rand({1, 2, 2, 1}, 0, 9, DType::kI32), ConstInts({3, 3})},
       .error = "x is i32"},

#include "ops/resize_bilinear/code_cases.def"
  };
}

}  // namespace slipway::ops
