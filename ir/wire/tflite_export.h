#pragma once
// ir -> .tflite: the crossing that writes. The graph must be legal: every op has a .tflite form, filters are in
// TFLite's layout, variables are frozen.

#include "formats/tflite/model.h"
#include "formats/tflite/target_runtime.h"
#include "ir/graph.h"

namespace slipway::wire {

struct TfliteExportOptions {
  std::string description = "Slipway converted.";
  tflite::TargetRuntime target;
  bool custom_where_target_cannot = false;  // builtins that the target would not run become custom operators of ours
};

// Signature keys, argument names and their order are kept. Errors quote the node's origin.
Result<tflite::Model> ExportTflite(const ir::Module&, const TfliteExportOptions& = {});

}  // namespace slipway::wire
