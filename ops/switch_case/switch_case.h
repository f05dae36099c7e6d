#pragma once
// SwitchCase: runs the graph that an index chooses from a list, on the operands behind it; an index outside of the list
// chooses the last.
//   operands: index, arguments...
//
// C1 the index is one i32
// C2 at least one graph; all take the arguments and give results of the stated dtypes: checked by whoever knows the
//    module
// C3 types of results are those stated: what all graphs have in common

#include "ops/graph_use.h"
#include "ops/infer.h"

namespace slipway::ops {

struct SwitchCase {
  std::vector<int64_t> graphs;  // indices in the module
  std::vector<DType> dtypes;    // of the results
  std::vector<Shape> shapes;

  static void Fields(auto& op, auto&& f) {
    f("graphs", op.graphs);
    f("dtypes", op.dtypes);
    f("shapes", op.shapes);
  }
  static constexpr bool kStateful = true;
  static std::vector<GraphUse> Graphs(const SwitchCase& op);
  static void SetGraphs(SwitchCase& op, std::span<const int> graphs) { op.graphs.assign(graphs.begin(), graphs.end()); }
  static Status FromTflite(const TfliteOperator&, SwitchCase*);
};

Result<TensorTypes> Infer(const SwitchCase&, Inputs);
Result<TfliteForm> ToTflite(const SwitchCase&, const TfliteTypes&);

}  // namespace slipway::ops
