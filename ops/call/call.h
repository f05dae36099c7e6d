#pragma once
// Call: runs a graph of the module on the operands; its results are the graph's. A composite (a name with attributes
// that a runtime may know better) is called by its decomposition.
//
// C1 the graph takes the operands and gives results of the stated dtypes: checked by whoever knows the module
// C2 types of results are those stated

#include "ops/graph_use.h"
#include "ops/infer.h"

namespace slipway::ops {

struct Call {
  int graph = 0;              // index in the module
  std::vector<DType> dtypes;  // of the results
  std::vector<Shape> shapes;
  std::string composite;            // empty: a plain call
  std::vector<int64_t> attributes;  // of the composite: the bytes of a FlexBuffer map
  int version = 0;

  static void Fields(auto& op, auto&& f) {
    f("graph", op.graph);
    f("dtypes", op.dtypes);
    f("shapes", op.shapes);
    f("composite", op.composite);
    f("attributes", op.attributes);
    f("version", op.version);
  }
  static constexpr bool kStateful = true;
  static std::vector<GraphUse> Graphs(const Call& op) { return {{op.graph, 0, false}}; }
  static void SetGraphs(Call& op, std::span<const int> graphs) { op.graph = graphs[0]; }
  static Status FromTflite(const TfliteOperator&, Call*);
};

Result<TensorTypes> Infer(const Call&, Inputs);
Result<TfliteForm> ToTflite(const Call&, const TfliteTypes&);

}  // namespace slipway::ops
