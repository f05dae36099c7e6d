#include "formats/example/example.h"

#include <cstring>

#include "base/wire.h"

namespace slipway::example {

namespace {

enum WireType { kVarint = 0, kBytes = 2, kFixed32 = 5 };

// Appends the values of a serialized list to the list that `feature` holds, which it first makes of that kind.
template <class List, class ReadField>
bool MergeList(std::string_view bytes, Feature* feature, ReadField&& read_field) {
  if (!std::holds_alternative<List>(*feature)) *feature = List{};
  List& list = *std::get_if<List>(feature);
  WireReader reader(bytes);
  while (reader.Next())
    if (reader.field() == 1 && !read_field(reader, list)) return false;
  return reader.ok();
}

bool ReadBytes(const WireReader& reader, BytesList& list) {
  if (reader.wire_type() == kBytes) list.emplace_back(reader.bytes());
  return true;
}

bool ReadFloats(const WireReader& reader, FloatList& list) {
  if (reader.wire_type() == kFixed32) list.push_back(reader.as_float());
  if (reader.wire_type() != kBytes) return true;
  std::string_view packed = reader.bytes();
  if (packed.size() % sizeof(float) != 0) return false;
  size_t before = list.size();
  list.resize(before + packed.size() / sizeof(float));
  if (!packed.empty()) std::memcpy(list.data() + before, packed.data(), packed.size());
  return true;
}

bool ReadInts(const WireReader& reader, Int64List& list) {
  if (reader.wire_type() == kVarint) list.push_back(static_cast<int64_t>(reader.varint()));
  if (reader.wire_type() != kBytes) return true;
  std::string_view packed = reader.bytes();
  uint64_t value;
  while (!packed.empty()) {
    if (!TakeVarint(packed, &value)) return false;
    list.push_back(static_cast<int64_t>(value));
  }
  return true;
}

bool MergeFeature(std::string_view bytes, Feature* feature) {
  WireReader reader(bytes);
  while (reader.Next()) {
    if (reader.wire_type() != kBytes) continue;
    bool ok = true;
    if (reader.field() == 1) ok = MergeList<BytesList>(reader.bytes(), feature, ReadBytes);
    if (reader.field() == 2) ok = MergeList<FloatList>(reader.bytes(), feature, ReadFloats);
    if (reader.field() == 3) ok = MergeList<Int64List>(reader.bytes(), feature, ReadInts);
    if (!ok) return false;
  }
  return reader.ok();
}

bool MergeFeatureList(std::string_view bytes, std::vector<Feature>* list) {
  WireReader reader(bytes);
  while (reader.Next())
    if (reader.field() == 1 && reader.wire_type() == kBytes && !MergeFeature(reader.bytes(), &list->emplace_back()))
      return false;
  return reader.ok();
}

// Field 1 of `bytes` are the entries of a map<string, Value>.
template <class Map, class Merge>
bool MergeMap(std::string_view bytes, Map* map, Merge&& merge_value) {
  WireReader reader(bytes);
  while (reader.Next()) {
    if (reader.field() != 1 || reader.wire_type() != kBytes) continue;
    std::string key;
    typename Map::mapped_type value{};
    WireReader entry(reader.bytes());
    while (entry.Next()) {
      if (entry.wire_type() != kBytes) continue;
      if (entry.field() == 1) key = entry.bytes();
      if (entry.field() == 2 && !merge_value(entry.bytes(), &value)) return false;
    }
    if (!entry.ok()) return false;
    (*map)[std::move(key)] = std::move(value);
  }
  return reader.ok();
}

std::string EncodeFeature(const Feature& feature) {
  std::string list, out;
  if (auto* bytes = std::get_if<BytesList>(&feature))
    for (const std::string& value : *bytes) AppendBytesField(list, 1, value);
  if (auto* floats = std::get_if<FloatList>(&feature); floats && !floats->empty())
    AppendBytesField(list, 1, {reinterpret_cast<const char*>(floats->data()), floats->size() * sizeof(float)});
  if (auto* ints = std::get_if<Int64List>(&feature); ints && !ints->empty()) {
    std::string packed;
    for (int64_t value : *ints) AppendVarint(packed, static_cast<uint64_t>(value));
    AppendBytesField(list, 1, packed);
  }
  if (feature.index() > 0) AppendBytesField(out, static_cast<uint32_t>(feature.index()), list);
  return out;
}

std::string EncodeFeatureList(const std::vector<Feature>& list) {
  std::string out;
  for (const Feature& feature : list) AppendBytesField(out, 1, EncodeFeature(feature));
  return out;
}

template <class Map, class Encode>
std::string EncodeMap(const Map& map, Encode&& encode_value) {
  std::string out, entry;
  for (const auto& [key, value] : map) {
    entry.clear();
    AppendBytesField(entry, 1, key);
    AppendBytesField(entry, 2, encode_value(value));
    AppendBytesField(out, 1, entry);
  }
  return out;
}

}  // namespace

Result<Features> DecodeExample(std::string_view bytes) {
  Features features;
  WireReader reader(bytes);
  while (reader.Next())
    if (reader.field() == 1 && reader.wire_type() == kBytes && !MergeMap(reader.bytes(), &features, MergeFeature))
      return BadInput("the bytes are not a valid tf.Example");
  if (!reader.ok()) return BadInput("the bytes are not a valid tf.Example");
  return features;
}

Result<SequenceExample> DecodeSequenceExample(std::string_view bytes) {
  SequenceExample example;
  WireReader reader(bytes);
  bool ok = true;
  while (ok && reader.Next()) {
    if (reader.wire_type() != kBytes) continue;
    if (reader.field() == 1) ok = MergeMap(reader.bytes(), &example.context, MergeFeature);
    if (reader.field() == 2) ok = MergeMap(reader.bytes(), &example.feature_lists, MergeFeatureList);
  }
  if (!ok || !reader.ok()) return BadInput("the bytes are not a valid tf.SequenceExample");
  return example;
}

std::string EncodeExample(const Features& features) {
  std::string out;
  AppendBytesField(out, 1, EncodeMap(features, EncodeFeature));
  return out;
}

std::string EncodeSequenceExample(const SequenceExample& example) {
  std::string out;
  AppendBytesField(out, 1, EncodeMap(example.context, EncodeFeature));
  AppendBytesField(out, 2, EncodeMap(example.feature_lists, EncodeFeatureList));
  return out;
}

}  // namespace slipway::example
