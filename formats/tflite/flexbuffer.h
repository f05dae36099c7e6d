#pragma once
// FlexBuffers, as custom operators keep their options in them: a map from names to scalars, strings and flat vectors.
// Source: the FlexBuffers page of the FlatBuffers documentation.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace slipway::tflite {

struct FlexValue {
  enum class Kind : uint8_t { kNull, kBool, kInt, kFloat, kString, kInts, kFloats, kStrings };
  Kind kind = Kind::kNull;
  int64_t integer = 0;  // kInt; kBool: 0 or 1
  double real = 0;
  std::string text;  // blobs too
  std::vector<int64_t> integers;
  std::vector<double> reals;
  std::vector<std::string> texts;

  static FlexValue Bool(bool v);
  static FlexValue Int(int64_t v);
  static FlexValue Float(double v);
  static FlexValue String(std::string v);
  static FlexValue Ints(std::vector<int64_t> v);
  static FlexValue Floats(std::vector<double> v);
  static FlexValue Strings(std::vector<std::string> v);
  friend bool operator==(const FlexValue&, const FlexValue&) = default;
};

using FlexMap = std::map<std::string, FlexValue, std::less<>>;

// Every offset is checked; memory stays within a small multiple of the bytes given. No bytes at all: an empty map. A
// vector of numbers with at least one float is kFloats, of bools kInts, an empty one kInts. Unsupported: nested maps
// and vectors, vectors of mixed kinds, integers above int64.
Result<FlexMap> ReadFlexMap(std::string_view bytes);
// The same map gives the same bytes.
std::string WriteFlexMap(const FlexMap&);

}  // namespace slipway::tflite
