#pragma once
// Representative data for calibration: .npz by argument name and .npy (docs/quantization.md), TFRecord files of
// tf.Examples, folders of images, or a training configuration (.yaml).

#include <string>
#include <vector>

#include "cli/sample_images.h"
#include "quantize/calibration.h"

namespace slipway::cli {

struct SampleOptions {
  int64_t most = 500;  // spread over what there is
  PixelScale pixels;
  bool says_pixels = false;  // the user gave `pixels`
};

// Wrong names and shapes are errors that say what was expected.
Result<std::vector<quantize::Sample>> LoadSamples(const std::string& path, const ir::Module&, const SampleOptions&,
                                                  std::vector<std::string>* warnings);

}  // namespace slipway::cli
