#pragma once
// Module variables in a .tflite file: VAR_HANDLE gives the handle of a variable by its name, READ_VARIABLE and
// ASSIGN_VARIABLE use it, and CALL_ONCE at the start of a graph runs the graph that assigns the initial elements.

#include <map>
#include <set>

#include "formats/tflite/model.h"
#include "ir/graph.h"

namespace slipway::wire {

// What one subgraph needs.
class TfliteVariables {
 public:
  TfliteVariables(const ir::Module& module, tflite::Model& model) : module_(module), model_(model) {}

  // Does the node read or write a variable?
  static bool Touches(const ir::Node&);
  // Appends READ_VARIABLE or ASSIGN_VARIABLE, before it the handle where the subgraph has none yet. `tensors`: the
  // node's operands and results.
  Status Write(const ir::Node&, const std::vector<int32_t>& inputs, const std::vector<int32_t>& outputs,
               tflite::Subgraph* g);
  // Appends the call of the graph `initializer`.
  Status WriteCallOnce(uint32_t initializer, tflite::Subgraph* g);

 private:
  Result<int32_t> HandleOf(int variable, tflite::Subgraph* g);
  const ir::Module& module_;
  tflite::Model& model_;
  std::map<int, int32_t> handles_;  // tensors
};

// The graph that gives these variables their initial elements.
Result<tflite::Subgraph> MakeInitializer(const ir::Module&, const std::set<int>& variables, tflite::Model*);

}  // namespace slipway::wire
