#pragma once
// Representative data for calibration, from .npz (rules in docs/cli.md) or from a training configuration (.yaml).

#include <string>
#include <vector>

#include "quantize/calibration.h"

namespace slipway::cli {

// At most `most` samples (spread over the file). Wrong names and shapes are errors that say what was expected.
Result<std::vector<quantize::Sample>> LoadSamples(const std::string& path, const ir::Module&, int64_t most,
                                                  std::vector<std::string>* warnings);

}  // namespace slipway::cli
