#pragma once
// unfuse_activation: y = act(op(x)) written as one op becomes two, so that each has a gradient of its own.

#include <map>

#include "ir/graph.h"

namespace slipway::train {

// For every op with an attribute `activation`. `moved` receives the new id of each result that changed hands. An error
// if an activation is no op of ours (SIGN_BIT).
Status UnfuseActivations(ir::Graph& graph, std::map<ir::ValueId, ir::ValueId>* moved);

}  // namespace slipway::train
