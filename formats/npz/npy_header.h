#pragma once
// The text in front of a NumPy array: element type, order and shape. Layout: FORMAT.md. Pure functions.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/shape.h"
#include "base/status.h"

namespace slipway::npz {

struct NpyHeader {
  bool big_endian = false;
  char kind = 0;     // NumPy's: b bool, i, u, f, c, S bytes, U text
  size_t width = 0;  // bytes of an element, of U characters
  bool fortran_order = false;
  Shape shape;
  size_t data_offset = 0;  // where the elements start
};

// kBadInput for bytes that are no array, kUnsupported for structured, object, time and other types.
Result<NpyHeader> ParseNpyHeader(std::string_view bytes);
// `descr` such as "<f4"; elements in C order. A multiple of 64 bytes.
std::string MakeNpyHeader(std::string_view descr, const Shape& shape);

}  // namespace slipway::npz
