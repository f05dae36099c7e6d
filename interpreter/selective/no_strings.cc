// In place of formats/tflite/string_tensor.cc, for models without tensors of strings.
#include "formats/tflite/string_tensor.h"

namespace slipway::tflite {

Result<std::string> PackStrings(std::span<const std::string>) {
  return Unsupported("tensors of strings are not part of this build");
}
Result<std::vector<std::string>> UnpackStrings(std::string_view) {
  return Unsupported("tensors of strings are not part of this build");
}
Result<int64_t> CountStrings(std::string_view) { return Unsupported("tensors of strings are not part of this build"); }

}  // namespace slipway::tflite
