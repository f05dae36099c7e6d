#pragma once
// Which key of the checkpoint each variable is restored from, read out of the graph's restore nodes.

#include <map>
#include <string>

#include "formats/savedmodel/model.h"

namespace slipway::savedmodel {

struct RestoredTensor {
  std::string key, slice;
};

// By the name of the variable's node in the main graph. Follows control edges, calls and Identity from the saver's
// restore node to RestoreV2; what does not have that form is left out.
std::map<std::string, RestoredTensor> FollowRestoreNodes(const MetaGraph& meta_graph);

}  // namespace slipway::savedmodel
