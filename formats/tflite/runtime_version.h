#pragma once
// The TensorFlow Lite release that first runs an operator version, as its converter writes it into the metadata entry
// `min_runtime_version`.

#include <string>

#include "formats/tflite/model.h"

namespace slipway::tflite {

inline constexpr const char* kMinRuntimeVersion = "min_runtime_version";

// "2.3.0"; "" if no release is known for this version.
const char* MinRuntimeVersion(Builtin, int32_t version);
// The highest of all operators in use; "1.5.0" if none is known. Custom operators do not count.
std::string MinRuntimeVersion(const Model&);

}  // namespace slipway::tflite
