#pragma once
// From the IR to what the planner reads: training, calibration and serving run ir graphs through this door. Elements of
// constants and of initial values are shared, not copied.

#include <memory>

#include "interpreter/model.h"
#include "ir/graph.h"

namespace slipway::interpreter {

// Tensors have the numbers of the graph's values.
PlanGraph ToPlanGraph(const ir::Graph& graph);
PlanModule ToPlanModule(const ir::Module& module);

// A model that is ready for Interpreter::Create.
Result<std::shared_ptr<const Model>> ModelFromModule(const ir::Module& module);
// The same for one graph that uses no variables.
Result<std::shared_ptr<const Model>> ModelFromGraph(const ir::Graph& graph);

}  // namespace slipway::interpreter
