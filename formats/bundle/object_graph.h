#pragma once
// The object graph of a checkpoint: which objects it holds, what they are called, and under which key the value of each
// variable lies. tf.train.Checkpoint and tf.train.list_variables read it.

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/tensor.h"

namespace slipway::bundle {

// A variable in the tree of objects: names from the root, such as {"model", "conv2d", "kernel"}.
struct ObjectVariable {
  std::vector<std::string> path;
  std::string full_name;  // as the user calls it
};

// The scalar string to be stored under kObjectGraphKey; keys are VariableKey(ObjectPath(path)).
Tensor MakeObjectGraph(std::span<const ObjectVariable> variables);

}  // namespace slipway::bundle
