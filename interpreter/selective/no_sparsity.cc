// In place of formats/tflite/sparsity.cc, for models without sparse constants.
#include "formats/tflite/sparsity.h"

namespace slipway::tflite {

Result<int64_t> CountStoredElements(const Sparsity&, const std::vector<int32_t>&) {
  return Unsupported("it is sparse, which none of the models that slipway_add_interpreter was given is");
}

Result<Tensor> ExpandSparse(const Sparsity&, const TensorType&, const Buffer&) {
  return Unsupported("sparse constants are not part of this build");
}

}  // namespace slipway::tflite
