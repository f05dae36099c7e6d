#pragma once
// Which output of a node "node:argument:index" means. References inside functions name the output argument of the op;
// most ops have one, the others are in tf_outputs.def.

#include <string_view>

#include "formats/savedmodel/model.h"

namespace slipway::wire {

// The position among all outputs. Lists of outputs take their length from the node's attributes. kBadInput when the op
// has no such argument.
Result<int> OutputPosition(const savedmodel::Node& node, std::string_view argument, int index);

}  // namespace slipway::wire
