#pragma once
// JPEG and PNG files as pixels, by libjpeg and libpng, with the settings that TensorFlow decodes with by default (fast
// inverse transform, fancy upsampling). Thread safe.

#include <cstdint>
#include <string_view>

#include "base/status.h"
#include "base/tensor.h"

namespace slipway::image {

// By their first bytes.
bool IsJpeg(std::string_view bytes);
bool IsPng(std::string_view bytes);

// u8 [height, width, channels], channels 1 (gray), 3 (RGB) or, of a PNG, 4 (RGBA). kBadInput for damage and for what is
// neither format; kUnsupported above 2^28 pixels.
Result<Tensor> Decode(std::string_view bytes, int channels);

}  // namespace slipway::image
