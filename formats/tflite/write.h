#pragma once
// From a Model to .tflite bytes. The same Model gives the same bytes.
//
// Identical constants are stored once, buffers nobody refers to are left out, buffer 0 is empty, constants start at a
// multiple of 16 bytes (64 from 1 KiB on), shape_signature is written only where a dimension is unknown, and the
// metadata entry min_runtime_version is computed anew. A Model that VerifyModel() refuses is not written.

#include <cstdint>
#include <string>

#include "base/status.h"
#include "formats/tflite/model.h"

namespace slipway::tflite {

struct WriteOptions {
  // With more bytes of constants than this, they go behind the FlatBuffer (which ends at 2 GB), found by offset and
  // size.
  uint64_t external_above = 2'000'000'000;
};

Result<std::string> Write(const Model&, const WriteOptions& = {});
// Replaces the file when all bytes are on disk.
Status WriteFile(const Model&, const std::string& path, const WriteOptions& = {});

}  // namespace slipway::tflite
