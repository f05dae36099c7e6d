#pragma once
// What an export is called in both of its forms: names of nodes, functions and objects, decided once. Internal.

#include <map>
#include <string>
#include <vector>

#include "base/status.h"
#include "formats/savedmodel/writer.h"

namespace tensorflow {
class MetaGraphDef;
class SavedObjectGraph;
class TrackableObjectGraph;
}  // namespace tensorflow

namespace slipway::savedmodel {

struct SignaturePlan {
  const ExportSignature* signature = nullptr;
  std::vector<int> input_order, output_order;  // indices sorted by name, as callers of the wrapper see them
  std::string body, wrapper;                   // functions: arguments in the signature's order, or sorted by name
  std::string attribute;                       // of the root object, empty if the key cannot be one
  std::string call;                            // node of the main graph
  std::vector<std::string> placeholders;       // nodes of the main graph, in the order of inputs
  bool stateful = false;
};

struct ExportPlan {
  const ExportModel* model = nullptr;
  std::vector<SignaturePlan> signatures;
  std::vector<std::vector<std::string>> variable_paths;  // names from the root object
  std::vector<std::string> variable_nodes, variable_keys;
  std::vector<std::string> asset_nodes;
  std::vector<std::string> table_nodes, table_attributes;       // of the main graph, of the root object
  std::vector<std::string> table_creators, table_initializers;  // functions
};

Result<ExportPlan> PlanExport(const ExportModel& model);

// A valid name of a Python parameter.
std::string ParameterName(std::string_view name);
// Is the variable `capture` only read by the body?
bool IsOnlyRead(const ExportSignature& signature, const ExportCapture& capture);

// The main graph with its functions, signatures, saver, init op and asset list. `object_graph` is the serialized graph
// of the checkpoint, which the saver stores too.
void BuildGraph(const ExportPlan& plan, const std::string& object_graph, tensorflow::MetaGraphDef* proto);
// Both object graphs; equal ids mean the same object.
void BuildObjects(const ExportPlan& plan, tensorflow::SavedObjectGraph* saved,
                  tensorflow::TrackableObjectGraph* checkpoint);

}  // namespace slipway::savedmodel
