#pragma once
// Signatures of .tflite files from before .tflite had signatures: a metadata entry "signature_defs_metadata", a
// FlexBuffer map from keys to serialized SignatureDefs.

#include "base/status.h"
#include "formats/tflite/model.h"

namespace slipway::serving {

// Adds what the metadata says; nothing if there is none.
Status AddSignaturesOfMetadata(tflite::Model* model);

}  // namespace slipway::serving
