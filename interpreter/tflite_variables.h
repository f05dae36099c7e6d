#pragma once
// Variables of a .tflite file: handles that VAR_HANDLE gives by name become indices of the module's variables, the
// graphs that CALL_ONCE runs become initial elements.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "formats/tflite/model.h"
#include "interpreter/plan_graph.h"

namespace slipway::interpreter {

class TfliteVariables {
 public:
  // Unsupported if an initializing graph does more than assign constants.
  static Result<TfliteVariables> Read(const tflite::Model&);

  const std::vector<PlanVariable>& variables() const { return variables_; }
  // The variable whose handle is a subgraph's tensor; -1 if it is none.
  int Find(size_t subgraph, int32_t tensor) const;
  // Its graph has been turned into initial elements.
  bool IsInitializer(size_t subgraph) const { return initializers_.count(subgraph) > 0; }

 private:
  Status ReadHandles(const tflite::Model&);
  Status ReadTypes(const tflite::Model&);
  Status ReadInitializer(const tflite::Model&, size_t subgraph);
  Status NoteType(int variable, const tflite::Model&, const tflite::TensorInfo&);

  std::vector<PlanVariable> variables_;
  std::map<std::pair<std::string, std::string>, int> by_name_;  // container, shared name
  std::map<std::pair<size_t, int32_t>, int> by_tensor_;         // subgraph, tensor
  std::set<size_t> initializers_;
};

}  // namespace slipway::interpreter
