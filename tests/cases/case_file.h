#pragma once
// A case as a .tflite model of one operator: constant operands in the file, the others its inputs.

#include <vector>

#include "formats/tflite/model.h"
#include "ops/cases.h"

namespace slipway::cases {

// kUnsupported where the op has no .tflite form for these types.
Result<tflite::Model> FileOf(const ops::Case&, const std::vector<Tensor>& operands,
                             const std::vector<TensorType>& types);

}  // namespace slipway::cases
