#pragma once
// tf.Example by its bytes: Example{1: Features{1: map entries{1: key, 2: Feature{1: BytesList, 2: FloatList,
// 3: Int64List}}}}, each list with its values as field 1, numbers packed or not. No protobuf, no allocation. Never
// reads past the bytes given.

#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/dtype.h"
#include "base/wire.h"

namespace slipway::ops {

// The values of one feature: the bytes of its list. type kInvalid: the feature has none.
struct FeatureList {
  DType type = DType::kInvalid;  // f32, i64 or string
  std::string_view bytes;
};

// The first list of a serialized Feature. False: malformed.
inline bool ReadFeature(std::string_view feature, FeatureList* list) {
  WireReader r(feature);
  while (r.Next()) {
    if (r.field() > 3 || list->type != DType::kInvalid) continue;
    if (r.wire_type() != 2) return false;
    list->type = r.field() == 1 ? DType::kString : r.field() == 2 ? DType::kF32 : DType::kI64;
    list->bytes = r.bytes();
  }
  return r.ok();
}

// Calls found(key, list) for each entry that has values, in their order. False: malformed.
template <class F>
bool ForEachFeature(std::string_view example, const F& found) {
  WireReader outer(example);
  while (outer.Next()) {
    if (outer.field() != 1) continue;
    if (outer.wire_type() != 2) return false;
    WireReader features(outer.bytes());
    while (features.Next()) {
      if (features.field() != 1) continue;
      if (features.wire_type() != 2) return false;
      WireReader entry(features.bytes());
      std::string_view key, feature;
      while (entry.Next()) {
        if (entry.field() > 2) continue;
        if (entry.wire_type() != 2) return false;
        (entry.field() == 1 ? key : feature) = entry.bytes();
      }
      FeatureList list;
      if (!entry.ok() || !ReadFeature(feature, &list)) return false;
      if (list.type != DType::kInvalid) found(key, list);
    }
    if (!features.ok()) return false;
  }
  return outer.ok();
}

// Calls value(v) for each value, a float, int64_t or std::string_view. False: malformed; some values may have been
// given.
template <class F>
bool ForEachFloat(std::string_view list, const F& value) {
  WireReader r(list);
  while (r.Next()) {
    if (r.field() != 1) continue;
    if (r.wire_type() == 5) {
      value(r.as_float());
    } else if (r.wire_type() == 2 && r.bytes().size() % 4 == 0) {
      for (size_t i = 0; i < r.bytes().size(); i += 4) {
        float v;
        std::memcpy(&v, r.bytes().data() + i, 4);
        value(v);
      }
    } else {
      return false;
    }
  }
  return r.ok();
}

template <class F>
bool ForEachInt(std::string_view list, const F& value) {
  WireReader r(list);
  while (r.Next()) {
    if (r.field() != 1) continue;
    if (r.wire_type() == 0) {
      value(static_cast<int64_t>(r.varint()));
    } else if (r.wire_type() == 2) {
      std::string_view packed = r.bytes();
      while (!packed.empty()) {
        uint64_t v;
        if (!TakeVarint(packed, &v)) return false;
        value(static_cast<int64_t>(v));
      }
    } else {
      return false;
    }
  }
  return r.ok();
}

template <class F>
bool ForEachBytes(std::string_view list, const F& value) {
  WireReader r(list);
  while (r.Next()) {
    if (r.field() != 1) continue;
    if (r.wire_type() != 2) return false;
    value(r.bytes());
  }
  return r.ok();
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
