#pragma once
// KnownInts: what is known of a small integer tensor without running the graph. A shape that a model computes, like
// pack(shape(x)[0], 64), has known elements although the whole is no constant.

#include <optional>
#include <vector>

#include "ir/graph.h"

namespace slipway::ir {

// Per element of a scalar or vector its value, or nothing. Nothing at all when not even the length is known, or for
// anything but small integers.
using PartialInts = std::vector<std::optional<int64_t>>;
std::optional<PartialInts> KnownInts(const Graph& graph, ValueId value);

// What KnownInts say about the results of an op that takes a shape as operand (Reshape, Fill, BroadcastTo): types to
// give AddNode. Empty when they say nothing.
std::vector<TensorType> RefinedTypes(const Graph& graph, const ops::Op& op, std::span<const ValueId> inputs);

}  // namespace slipway::ir
