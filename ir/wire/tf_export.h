#pragma once
// ir modules to SavedModels that TensorFlow loads (formats/savedmodel/writer.h).
//
// Each signature becomes a function; constants stay constants, module variables that it uses become captured variables
// with their values in the bundle, graphs that If, While and the like run become functions that take the handles of the
// variables which they use. Nodes are called by their origin. Every node without a TensorFlow form is in one
// error. The module is only read; thread safe.

#include <map>
#include <string>

#include "base/status.h"
#include "ir/graph.h"

namespace slipway::wire {

struct ExportOptions {
  std::string directory;
  std::map<std::string, std::string> extra_files;  // path below assets.extra/ -> bytes
};

Status ExportSavedModel(const ir::Module& module, const ExportOptions& options);

}  // namespace slipway::wire
