#pragma once
// Names of tensors in a bundle: the keys of object-based checkpoints and the keys of slices. Pure functions.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace slipway::bundle {

// The key under which a checkpoint keeps its object graph (a scalar string).
inline constexpr char kObjectGraphKey[] = "_CHECKPOINTABLE_OBJECT_GRAPH";

// One attribute name as a part of a key: '.' becomes "..", '/' becomes ".S".
std::string EscapeName(std::string_view name);
// Undoes EscapeName; anything else that follows a '.' stays as it is.
std::string UnescapeName(std::string_view escaped);

// {"layer", "kernel"} -> "layer/kernel": escaped names from the root object to an object.
std::string ObjectPath(std::span<const std::string> names);
// "layer/kernel/.ATTRIBUTES/VARIABLE_VALUE" for a path of ObjectPath.
std::string VariableKey(std::string_view object_path);
// "layer/kernel/.OPTIMIZER_SLOT/optimizer/m/.ATTRIBUTES/VARIABLE_VALUE"
std::string SlotKey(std::string_view variable_path, std::string_view optimizer_path, std::string_view slot);

// A box in a tensor: per dimension where it starts and how long it is, -1 for the whole dimension.
struct SliceExtent {
  int64_t start = 0, length = -1;
};
// The key of one piece of a partitioned variable. It starts with a zero byte, which no name does.
std::string SliceKey(std::string_view name, std::span<const SliceExtent> extents);

}  // namespace slipway::bundle
