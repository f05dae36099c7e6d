#include "ops/cases.h"
#include "ops/resize_bilinear/resize_bilinear.h"

namespace slipway::ops {

namespace {

CaseInput Row() { return Given(Tensor::Of<float>({1, 1, 4, 1}, {0, 10, 20, 30})); }

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
      {.name = "resize_bilinear_no_images", .op = ResizeBilinear{}, .inputs = {Rand({0, 2, 2, 1}), ConstInts({3, 3})}},
      {.name = "resize_bilinear_c1_rank",
       .op = ResizeBilinear{},
       .inputs = {Rand({2, 2, 1}), ConstInts({3, 3})},
       .error = "expected [n, height"},
      {.name = "resize_bilinear_c1_pixels",
       .op = ResizeBilinear{},
       .inputs = {Rand({1, 0, 2, 1}), ConstInts({3, 3})},
       .error = "no pixels"},
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

  };
}

}  // namespace slipway::ops
