#pragma once
// Why TensorFlow refuses an Example, and its sentence about it.

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "ops/parse_example/example.h"
#include "ops/parse_example/parse_example.h"

namespace slipway::ops {

struct ExampleFault {
  enum class What {
    kNone,
    kMalformed,  // the bytes are no Example
    kFirstByte,  // a feature is of no type
    kType,
    kList,  // the bytes of its values
    kCount,
    kMissing,
  };
  What what = What::kNone;
  FeaturePlace place;
  DType found = DType::kInvalid;
  int64_t count = 0;
};

// What is wrong with the values of a feature that an Example has.
inline ExampleFault FaultOfList(const ParseExample& op, const FeaturePlace& place, const FeatureList& list) {
  using What = ExampleFault::What;
  ExampleFault fault{.place = place, .found = list.type};
  if (list.type != op.TypeAt(place)) fault.what = What::kType;
  if (fault.what != What::kNone) return fault;
  fault.count = CountValues(list);
  if (fault.count < 0) fault.what = What::kList;
  if (fault.what != What::kNone || place.role != FeatureRole::kDense) return fault;
  int64_t stride = op.Stride(place.index);
  bool fits = !op.Varies(place.index) ? fault.count == stride : stride > 0 ? fault.count % stride == 0 : !fault.count;
  if (!fits) fault.what = What::kCount;
  return fault;
}

// The first fault that TensorFlow meets, which walks entries from the last to the first. `has_default(i)`: is dense
// feature i optional? Allocates: for Examples that were found wrong, and for the reference.
template <class HasDefault>
ExampleFault FaultIn(const ParseExample& op, bool batch, std::string_view bytes, const HasDefault& has_default) {
  using What = ExampleFault::What;
  std::vector<std::pair<std::string_view, std::string_view>> entries;
  if (!ForEachFeature(bytes,
                      [&](std::string_view key, std::string_view feature) { entries.emplace_back(key, feature); }))
    return {.what = What::kMalformed};
  std::set<std::string_view> seen;
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    std::optional<FeaturePlace> place = op.Find(entry->first);
    if (!place) continue;
    FeatureList list = ListOf(entry->second);
    if (!list.known) return {.what = What::kFirstByte, .place = *place};
    bool has_values = list.type != DType::kInvalid;
    if (!has_values && op.SkipsEmpty(place->role, batch)) continue;
    if (!seen.insert(entry->first).second || !has_values) continue;
    if (ExampleFault fault = FaultOfList(op, *place, list); fault.what != What::kNone) return fault;
  }
  for (size_t i = 0; i < op.dense_keys.size(); ++i)
    if (!op.Varies(i) && !seen.contains(op.dense_keys[i]) && !has_default(i))
      return {.what = What::kMissing, .place = {FeatureRole::kDense, i}};
  return {};
}

inline const char* TensorFlowName(DType t) {
  return t == DType::kF32 ? "float" : t == DType::kI64 ? "int64" : "string";
}

// Calls say(parts...) once. `example`: its index, or -1 for a scalar.
template <class Say>
void Describe(const ParseExample& op, const ExampleFault& fault, int64_t example, const Say& say) {
  using What = ExampleFault::What;
  const auto& [role, index] = fault.place;
  if (fault.what == What::kMalformed)
    return example < 0 ? say("Could not parse example input") : say("Could not parse example input, Index: ", example);
  std::string_view key = op.KeysOf(role)[index];
  const char* type = TensorFlowName(op.TypeAt(fault.place));
  const char* list = type[0] == 's' ? "bytes" : type;
  bool dense = role == FeatureRole::kDense, varies = dense && op.Varies(index);
  auto tell = [&](const auto&... parts) {
    if (example < 0)
      say("Key: ", key, ".  ", parts...);
    else
      say("Name: <unknown>, Key: ", key, ", Index: ", example, ".  ", parts...);
  };
  switch (fault.what) {
    case What::kFirstByte:
      return tell("Unsupported datatype.");
    case What::kType:
      if (dense)
        return tell("Data types don't match. Data type: ", TensorFlowName(fault.found), " but expected type: ", type);
      return tell("Data types don't match. Expected type: ", type, ", Actual type: ", TensorFlowName(fault.found));
    case What::kList:
      return tell("Can't parse serialized Example: its ", list, " list is damaged.");
    case What::kCount:
      if (varies)
        return tell("Number of ", list, " values is not a multiple of stride length. Saw ", fault.count,
                    " values but output shape is: ", op.dense_shapes[index]);
      return tell("Number of ", list, " values != expected.  Values size: ", fault.count,
                  " but output shape: ", op.dense_shapes[index]);
    default:
      if (example < 0) return say("Feature: ", key, " (data type: ", type, ") is required but could not be found.");
      return say("Name: <unknown>, Feature: ", key, " (data type: ", type,
                 ") is required but could not be found. Index: ", example);
  }
}

}  // namespace slipway::ops
