#pragma once
// While: as long as one graph of the module says so, runs another on the loop's variables. The operands are their first
// values, the results their last ones.
//
// C1 both graphs take the variables; `cond_graph` gives one bool, `body_graph` the variables' next values, of the same
//    dtypes: checked by whoever knows the module
// C2 dtypes of results are those of the operands; shapes are those stated: of a variable whose shape changes, what all
//    its values have in common. None stated: the operands'

#include "ops/graph_use.h"
#include "ops/infer.h"

namespace slipway::ops {

struct While {
  int cond_graph = 0, body_graph = 0;  // indices in the module
  std::vector<Shape> shapes;           // of the results; empty: the operands'

  static void Fields(auto& op, auto&& f) {
    f("cond_graph", op.cond_graph);
    f("body_graph", op.body_graph);
    f("shapes", op.shapes);
  }
  static constexpr bool kStateful = true;
  static std::vector<GraphUse> Graphs(const While& op) { return {{op.cond_graph, 0, true}, {op.body_graph, 0, false}}; }
  static void SetGraphs(While& op, std::span<const int> graphs) {
    op.cond_graph = graphs[0];
    op.body_graph = graphs[1];
  }
  static Status FromTflite(const TfliteOperator&, While*);
};

Result<TensorTypes> Infer(const While&, Inputs);
Result<TfliteForm> ToTflite(const While&, const TfliteTypes&);

}  // namespace slipway::ops
