#pragma once
// CallOnce: runs a graph of the module for its effects (variables, tables) before the first use of what follows; once
// in the life of an interpreter.
//
// C1 no operands, no results; the graph has neither

#include "ops/graph_use.h"
#include "ops/infer.h"

namespace slipway::ops {

struct CallOnce {
  int graph = 0;  // index in the module

  static void Fields(auto& op, auto&& f) { f("graph", op.graph); }
  static constexpr bool kStateful = true;
  static std::vector<GraphUse> Graphs(const CallOnce& op) { return {{op.graph, 0, false}}; }
  static void SetGraphs(CallOnce& op, std::span<const int> graphs) { op.graph = graphs[0]; }
  static Status FromTflite(const TfliteOperator&, CallOnce*);
};

Result<TensorTypes> Infer(const CallOnce&, Inputs);
Result<TfliteForm> ToTflite(const CallOnce&, const TfliteTypes&);

}  // namespace slipway::ops
