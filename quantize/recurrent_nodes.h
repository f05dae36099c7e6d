#pragma once
// Nodes of a loop's body whose rounding would add up, round by round.

#include <vector>

#include "ir/graph.h"

namespace slipway::quantize {

// By NodeId: does the node make the next round's value of a float from this round's, or what only such nodes use? None
// where the graph is no body of a loop; a list that each round writes into is no such value.
std::vector<bool> RecurrentNodes(const ir::Module&, int graph);

}  // namespace slipway::quantize
