#pragma once
// Options of custom operators that others made: a FlexBuffer map, whose numbers may be of any kind and which may hold
// more than we know.

#include "ops/tables/custom_options.h"
#include "ops/tables/tflite.h"

namespace slipway::ops {

// Sets the fields that the map has; what it has besides is left alone.
Status ReadKnownFields(const OpInfo&, std::string_view bytes, void* op);

template <class T>
Status ReadKnownOptions(std::string_view bytes, T* op) {
  return ReadKnownFields(OpInfoOf<T>(), bytes, op);
}

}  // namespace slipway::ops
