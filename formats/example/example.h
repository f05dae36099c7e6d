#pragma once
// tf.Example and tf.SequenceExample as plain structs, read and written without protobuf. Layout: FORMAT.md.
// Pure functions, thread safe.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/status.h"

namespace slipway::example {

using FloatList = std::vector<float>;
using Int64List = std::vector<int64_t>;
using BytesList = std::vector<std::string>;
// std::monostate: a feature without a list, which readers take as missing.
using Feature = std::variant<std::monostate, BytesList, FloatList, Int64List>;
using Features = std::map<std::string, Feature, std::less<>>;

struct SequenceExample {
  Features context;
  std::map<std::string, std::vector<Feature>, std::less<>> feature_lists;
};

// Reads one tf.Example as protobuf would: lists packed or not, unknown fields skipped, of equal keys the last wins.
// kBadInput for bytes that are no message.
Result<Features> DecodeExample(std::string_view bytes);
Result<SequenceExample> DecodeSequenceExample(std::string_view bytes);

// Features in key order, lists packed: what TensorFlow writes when asked for deterministic bytes.
std::string EncodeExample(const Features& features);
std::string EncodeSequenceExample(const SequenceExample& example);

// The list of `name`, or null if it is absent or of another kind.
template <class List>
const List* FindList(const Features& features, std::string_view name) {
  auto it = features.find(name);
  return it == features.end() ? nullptr : std::get_if<List>(&it->second);
}

}  // namespace slipway::example
