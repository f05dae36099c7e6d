#pragma once
// If: runs one of two graphs of the module on the operands behind the condition; its results are those of that graph.
//   operands: condition, arguments...
//
// C1 the condition is one bool
// C2 both graphs take the arguments and give results of the stated dtypes: checked by whoever knows the module
// C3 types of results are those stated: the shape where both graphs agree on it, else what they have in common

#include "ops/graph_use.h"
#include "ops/infer.h"

namespace slipway::ops {

struct If {
  int then_graph = 0, else_graph = 0;  // indices in the module
  std::vector<DType> dtypes;           // of the results
  std::vector<Shape> shapes;

  static void Fields(auto& op, auto&& f) {
    f("then_graph", op.then_graph);
    f("else_graph", op.else_graph);
    f("dtypes", op.dtypes);
    f("shapes", op.shapes);
  }
  static constexpr bool kStateful = true;
  static std::vector<GraphUse> Graphs(const If& op) { return {{op.then_graph, 1, false}, {op.else_graph, 1, false}}; }
  static void SetGraphs(If& op, std::span<const int> graphs) {
    op.then_graph = graphs[0];
    op.else_graph = graphs[1];
  }
  static Status FromTflite(const TfliteOperator&, If*);
};

Result<TensorTypes> Infer(const If&, Inputs);
Result<TfliteForm> ToTflite(const If&, const TfliteTypes&);

}  // namespace slipway::ops
