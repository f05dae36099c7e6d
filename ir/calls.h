#pragma once
// Graphs of a module that run graphs (If, While, Call).

#include <vector>

#include "ir/graph.h"
#include "ops/graph_use.h"

namespace slipway::ir {

inline constexpr int kMaxGraphDepth = 64;

// That ops name graphs which exist, take their operands and give their results, and that no graph runs itself.
Status CheckCalls(const Module&);
// Which graphs signatures reach, by index.
std::vector<bool> ReachedGraphs(const Module&);

}  // namespace slipway::ir
