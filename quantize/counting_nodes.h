#pragma once
// Nodes that must not round, for whole numbers are made of what they give: pixels of a crop, places of a window, steps
// of a quantization that the model itself does. Codes would make them other ones.

#include <vector>

#include "ir/graph.h"

namespace slipway::quantize {

// Logarithms and what they are taken of, back to the layer that makes it: a logarithm of small numbers is as far from 0
// as one of large numbers, and codes that are all a step apart lose what it tells (spectrograms). By NodeId.
// Activations that bound their result (softmax) may have codes as operands.
std::vector<bool> NodesOfLogarithms(const ir::Graph&);

// By NodeId: does its result reach a rounding, or a conversion to integers, through nodes without weights? Nodes with
// weights do not count as such: layers are worth codes, whatever is made of their results.
std::vector<bool> NodesThatCount(const ir::Graph&);

}  // namespace slipway::quantize
