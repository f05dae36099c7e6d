#pragma once
// TensorFlow's graphs to ir modules: a SavedModel directory, or a frozen GraphDef file.
//
// Each signature becomes a graph: functions are inlined, only what its outputs and side effects need is read, control
// edges become order, variables and their values belong to the module. Names and order of arguments are the
// signature's (sorted by name, as every TensorFlow tool lists them). A node's origin is its name in the file, behind
// the names of the calls around it. Integer constants are folded, so that shapes are as precise as can be.
//
// What cannot be imported is one error that lists every operator with a node and a reason. Functions are thread safe.

#include <map>
#include <string>
#include <vector>

#include "base/status.h"
#include "formats/savedmodel/model.h"
#include "ir/graph.h"
#include "ir/wire/tf_problems.h"

namespace slipway::wire {

struct ImportOptions {
  std::vector<std::string> tags;              // empty: the only MetaGraph, or the one tagged "serve"
  std::vector<std::string> signature_keys;    // empty: all
  std::map<std::string, Shape> input_shapes;  // by argument name; must fit the declared shape
  std::vector<Problem>* problems = nullptr;   // where to list what the error says in one text; nullptr: nowhere
};

Result<ir::Module> ImportSavedModel(const std::string& directory, const ImportOptions& options = {});
// The same of one that savedmodel::ReadSavedModel has read from `directory`.
Result<ir::Module> ImportMetaGraph(savedmodel::MetaGraph, const std::string& directory, const ImportOptions& = {});

struct GraphDefOptions {
  std::vector<std::string> inputs;   // "node" or "node:1"; empty: every Placeholder
  std::vector<std::string> outputs;  // empty: the outputs of nodes that no other node reads
  std::map<std::string, Shape> input_shapes;
  std::vector<Problem>* problems = nullptr;
};

// One signature "serving_default", whose arguments have the names given (without ":0").
Result<ir::Module> ImportGraphDef(const std::string& path, const GraphDefOptions& options = {});

}  // namespace slipway::wire
