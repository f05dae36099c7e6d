#pragma once
// From .tflite bytes to a Model. Everything is verified first; no byte is trusted.

#include <memory>
#include <string>
#include <string_view>

#include "base/status.h"
#include "formats/tflite/model.h"

namespace slipway::tflite {

// `owner` keeps `bytes` alive for as long as a buffer of the Model lives. Bytes that do not start at a multiple of 8
// are copied. Memory is bounded by a small multiple of the size of the file.
Result<Model> Read(std::shared_ptr<const void> owner, std::string_view bytes);
// Takes the bytes over.
Result<Model> Read(std::string bytes);
// Maps the file: constants stay on disk until they are used.
Result<Model> ReadFile(const std::string& path);

}  // namespace slipway::tflite
