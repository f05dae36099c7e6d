#pragma once
// tf.Example by its bytes, Example{1: Features{1: map entries{1: key, 2: Feature{1: BytesList, 2: FloatList,
// 3: Int64List}}}}, read as TensorFlow's own parser reads them, which is not quite protobuf's rule:
//
//  * A message that claims more bytes than the one around it has ends where that one ends.
//  * Features of one Example add up; other fields of an Example are skipped, groups are refused.
//  * Features hold only entries. An entry has exactly two fields, key or value, in any order; of two keys (values) the
//    last one counts.
//  * A Feature's first byte tells its list; what follows the list is not read. A wrong first byte and a damaged list
//  are
//    errors only of a feature that is asked for.
//  * Numbers are one packed block, and what follows it is not read, or all loose. A block of n bytes holds n / 4
//  floats.
//
// No protobuf, no allocation. Never reads past the bytes given.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/dtype.h"
#include "base/wire.h"

namespace slipway::ops {

// The values of one feature: the bytes behind its first tag.
struct FeatureList {
  DType type = DType::kInvalid;  // f32, i64 or string; kInvalid: the feature has no values
  bool known = true;             // false: its first byte is none of those
  std::string_view bytes;
};

namespace example {

inline constexpr char kKey = 1 << 3 | 2, kValue = 2 << 3 | 2;
inline constexpr char kBytesList = 1 << 3 | 2, kFloatList = 2 << 3 | 2, kIntList = 3 << 3 | 2;
inline constexpr char kDelimited = 1 << 3 | 2, kVarint = 1 << 3, kFixed32 = 1 << 3 | 5;  // field 1, by wire type

// A varint whose bits above 32 are dropped.
inline bool TakeUint32(std::string_view& s, uint32_t* value) {
  uint64_t wide;
  if (!TakeVarint(s, &wide)) return false;
  *value = static_cast<uint32_t>(wide);
  return true;
}
inline bool TakeByte(std::string_view& s, char byte) {
  if (s.empty() || s[0] != byte) return false;
  s.remove_prefix(1);
  return true;
}
inline bool IsNegative(uint32_t length) { return length > INT32_MAX; }

// A length and the message of that length, at most all that is there.
inline bool TakeMessage(std::string_view& s, std::string_view* message) {
  uint32_t length;
  if (!TakeUint32(s, &length)) return false;
  size_t n = IsNegative(length) ? s.size() : std::min<size_t>(length, s.size());
  *message = s.substr(0, n);
  s.remove_prefix(n);
  return true;
}
// A length and exactly so many bytes.
inline bool TakeBytes(std::string_view& s, std::string_view* bytes) {
  uint32_t length;
  if (!TakeUint32(s, &length) || length > s.size()) return false;
  *bytes = s.substr(0, length);
  s.remove_prefix(length);
  return true;
}

inline bool TakeEntry(std::string_view& features, std::string_view* key, std::string_view* feature) {
  std::string_view entry;
  if (!TakeByte(features, kDelimited) || !TakeMessage(features, &entry)) return false;
  *key = *feature = {};
  for (int field = 0; field < 2; ++field) {
    uint32_t tag;
    if (!TakeUint32(entry, &tag)) return false;
    if (tag == kKey ? !TakeBytes(entry, key) : tag != kValue || !TakeBytes(entry, feature)) return false;
  }
  return entry.empty();
}

// One field of an Example that is not its Features.
inline bool SkipField(std::string_view& s) {
  uint32_t tag, value;
  if (!TakeUint32(s, &tag)) return false;
  size_t n = 0;
  switch (tag & 7) {
    case 0:
      return TakeUint32(s, &value);
    case 1:
    case 5:
      n = (tag & 7) == 1 ? 8 : 4;
      if (s.size() < n) return false;
      break;
    case 2:
      if (!TakeUint32(s, &value)) return false;
      n = IsNegative(value) ? 0 : std::min<size_t>(value, s.size());
      break;
    default:
      return false;
  }
  s.remove_prefix(n);
  return true;
}

}  // namespace example

// Calls found(key, serialized feature) for each entry in its order. False: malformed.
template <class F>
bool ForEachFeature(std::string_view bytes, const F& found) {
  while (!bytes.empty()) {
    if (!example::TakeByte(bytes, example::kDelimited)) {
      if (!example::SkipField(bytes)) return false;
      continue;
    }
    std::string_view features, key, feature;
    if (!example::TakeMessage(bytes, &features)) return false;
    while (!features.empty()) {
      if (!example::TakeEntry(features, &key, &feature)) return false;
      found(key, feature);
    }
  }
  return true;
}

inline FeatureList ListOf(std::string_view feature) {
  if (feature.empty()) return {};
  std::string_view rest = feature.substr(1);
  switch (feature[0]) {
    case example::kBytesList:
      return {DType::kString, true, rest};
    case example::kFloatList:
      return {DType::kF32, true, rest};
    case example::kIntList:
      return {DType::kI64, true, rest};
    default:
      return {DType::kInvalid, false, {}};
  }
}

// Calls value(v) for each value, a float, int64_t or std::string_view. False: malformed; some values may have been
// given.
template <class F>
bool ForEachFloat(std::string_view list, const F& value) {
  std::string_view s;
  auto give = [&](std::string_view& from) {
    float v;
    std::memcpy(&v, from.data(), 4);
    from.remove_prefix(4);
    value(v);
  };
  if (!example::TakeMessage(list, &s)) return false;
  if (example::TakeByte(s, example::kDelimited)) {
    uint32_t length;
    if (!example::TakeUint32(s, &length) || length / 4 * 4 > s.size()) return false;
    for (uint32_t n = length / 4; n > 0; --n) give(s);
    return true;
  }
  while (!s.empty()) {
    if (!example::TakeByte(s, example::kFixed32) || s.size() < 4) return false;
    give(s);
  }
  return true;
}

template <class F>
bool ForEachInt(std::string_view list, const F& value) {
  std::string_view s, packed;
  uint64_t v;
  if (!example::TakeMessage(list, &s)) return false;
  if (example::TakeByte(s, example::kDelimited)) {
    if (!example::TakeMessage(s, &packed)) return false;
    while (!packed.empty()) {
      if (!TakeVarint(packed, &v)) return false;
      value(static_cast<int64_t>(v));
    }
    return true;
  }
  while (!s.empty()) {
    if (!example::TakeByte(s, example::kVarint) || !TakeVarint(s, &v)) return false;
    value(static_cast<int64_t>(v));
  }
  return true;
}

template <class F>
bool ForEachBytes(std::string_view list, const F& value) {
  std::string_view s, bytes;
  if (!example::TakeMessage(list, &s)) return false;
  while (!s.empty()) {
    if (!example::TakeByte(s, example::kDelimited) || !example::TakeBytes(s, &bytes)) return false;
    value(bytes);
  }
  return true;
}

// The number of values, or -1 if the list is malformed.
inline int64_t CountValues(const FeatureList& list) {
  int64_t n = 0;
  auto count = [&](const auto&) { ++n; };
  bool ok = list.type == DType::kF32   ? ForEachFloat(list.bytes, count)
            : list.type == DType::kI64 ? ForEachInt(list.bytes, count)
                                       : ForEachBytes(list.bytes, count);
  return ok ? n : -1;
}

}  // namespace slipway::ops
