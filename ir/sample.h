#pragma once
// One call of a signature of a module: what calibration watches, and what rewrites are checked on.

#include <vector>

#include "base/tensor.h"

namespace slipway::ir {

struct Sample {
  int signature = 0;
  std::vector<Tensor> inputs;  // in the order of the signature's inputs
};

}  // namespace slipway::ir
