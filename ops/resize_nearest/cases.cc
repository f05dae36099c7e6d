#include "ops/cases.h"
#include "ops/resize_nearest/resize_nearest.h"

namespace slipway::ops {

namespace {

CaseInput Row() { return Given(Tensor::Of<float>({1, 1, 4, 1}, {0, 10, 20, 30})); }

}  // namespace

std::vector<Case> Cases(const ResizeNearest*) {
  return {
      // tf.raw_ops.ResizeNearestNeighbor
      {.name = "resize_nearest_up",
       .op = ResizeNearest{},
       .inputs = {Row(), ConstInts({1, 6})},
       .expected = {Tensor::Of<float>({1, 1, 6, 1}, {0, 0, 10, 20, 20, 30})}},
      {.name = "resize_nearest_down",
       .op = ResizeNearest{},
       .inputs = {Row(), ConstInts({1, 3})},
       .expected = {Tensor::Of<float>({1, 1, 3, 1}, {0, 10, 20})}},
      {.name = "resize_nearest_corners_up",
       .op = ResizeNearest{.align_corners = true},
       .inputs = {Row(), ConstInts({1, 6})},
       .expected = {Tensor::Of<float>({1, 1, 6, 1}, {0, 10, 10, 20, 20, 30})}},
      {.name = "resize_nearest_corners_down",
       .op = ResizeNearest{.align_corners = true},
       .inputs = {Row(), ConstInts({1, 3})},
       .expected = {Tensor::Of<float>({1, 1, 3, 1}, {0, 20, 30})}},
      {.name = "resize_nearest_half_pixel_up",
       .op = ResizeNearest{.half_pixel_centers = true},
       .inputs = {Row(), ConstInts({1, 6})},
       .expected = {Tensor::Of<float>({1, 1, 6, 1}, {0, 10, 10, 20, 30, 30})}},
      {.name = "resize_nearest_half_pixel_down",
       .op = ResizeNearest{.half_pixel_centers = true},
       .inputs = {Row(), ConstInts({1, 3})},
       .expected = {Tensor::Of<float>({1, 1, 3, 1}, {0, 20, 30})}},
      {.name = "resize_nearest_half_pixel_to_one",
       .op = ResizeNearest{.half_pixel_centers = true},
       .inputs = {Row(), ConstInts({1, 1})},
       .expected = {Tensor::Of<float>({1, 1, 1, 1}, {20})}},

      {.name = "resize_nearest_images",
       .op = ResizeNearest{.half_pixel_centers = true},
       .inputs = {Rand({2, 5, 4, 3}), ConstInts({7, 9})}},
      {.name = "resize_nearest_double", .op = ResizeNearest{}, .inputs = {Rand({1, 3, 4, 5}), ConstInts({6, 8})}},
      {.name = "resize_nearest_int8",
       .op = ResizeNearest{},
       .inputs = {RandQuant({1, 3, 4, 5}, 0.5f, 3), ConstInts({5, 8})},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "resize_nearest_int32",
       .op = ResizeNearest{},
       .inputs = {Rand({1, 2, 2, 3}, -9, 9, DType::kI32), ConstInts({3, 3})}},
      {.name = "resize_nearest_no_images", .op = ResizeNearest{}, .inputs = {Rand({0, 2, 2, 1}), ConstInts({3, 3})}},
      {.name = "resize_nearest_c1_rank",
       .op = ResizeNearest{},
       .inputs = {Rand({2, 2, 1}), ConstInts({3, 3})},
       .error = "expected [n, height"},
      {.name = "resize_nearest_c1_pixels",
       .op = ResizeNearest{},
       .inputs = {Rand({1, 0, 2, 1}), ConstInts({3, 3})},
       .error = "no pixels"},
      {.name = "resize_nearest_no_pixels_no_batch",
       .op = ResizeNearest{},
       .inputs = {Rand({0, 0, 2, 1}), ConstInts({3, 2})},
       .expected = {Tensor(DType::kF32, {0, 3, 2, 1})}},
      {.name = "resize_nearest_i8_no_pixels_no_channels",
       .op = ResizeNearest{},
       .inputs = {RandQuant({2, 1, 0, 0}, 0.5f, 3, DType::kI8), ConstInts({3, 2})},
       .expected = {Tensor(DType::kI8, {2, 3, 2, 0})},
       .gradient = false,
       .out_quant = {{{0.5f}, {3}, 0}}},
      {.name = "resize_nearest_c2",
       .op = ResizeNearest{},
       .inputs = {Rand({1, 2, 2, 1}), ConstInts({-1, 2})},
       .error = "not positive"},

  };
}

}  // namespace slipway::ops
