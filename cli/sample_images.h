#pragma once
// Image files as samples: decoded, resized to the argument's height and width (bilinear, half-pixel centers), and made
// its type.

#include <string_view>
#include <vector>

#include "base/tensor.h"

namespace slipway::cli {

// A pixel of a float argument is (pixel - mean) / std_dev; one number, or one per channel.
struct PixelScale {
  std::vector<float> mean = {0}, std_dev = {1};
};

// Can an argument of this type be an image? [height, width, channels] or [batch, height, width, channels] with 1, 3 or
// 4 channels, of f32, u8 or i8.
bool TakesImage(const TensorType& argument);
// One sample of the argument (a batch of one) from the bytes of a JPEG or PNG.
Result<Tensor> ImageSample(std::string_view bytes, const TensorType& argument, const PixelScale&);

}  // namespace slipway::cli
