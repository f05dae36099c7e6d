#pragma once
// Graphs of a module that run graphs (If, While, Call).

#include <vector>

#include "ir/graph.h"
#include "ops/graph_use.h"

namespace slipway::ir {

inline constexpr int kMaxGraphDepth = 64;

// That ops name graphs which exist, take their operands and give their results, and that no graph runs itself.
Status CheckCalls(const Module&);
// That, and that ops name variables and tables which exist.
Status CheckReferences(const Module&);
// Which graphs signatures reach, by index.
std::vector<bool> ReachedGraphs(const Module&);
// Drops the others; those that stay move up.
void RemoveUnreachedGraphs(Module&);

// A copy of a graph in which inputs with a tensor (else nullptr) are that constant, and outputs marked false are gone.
Result<std::unique_ptr<Graph>> CopyWithConstants(const Graph&, std::span<const Tensor* const> inputs,
                                                 const std::vector<bool>& outputs);

// A copy whose graphs may be changed without the module's.
Result<Module> CopyOf(const Module&);

}  // namespace slipway::ir
