#pragma once
// Module variables and tables in a .tflite file: VAR_HANDLE gives the handle of a variable by its name, HASHTABLE that
// of a table by its number; READ_VARIABLE, ASSIGN_VARIABLE, HASHTABLE_FIND and the like use it, and CALL_ONCE at the
// start of a signature's graph runs the graph that gives them their initial elements.

#include <map>
#include <set>

#include "formats/tflite/model.h"
#include "ir/graph.h"

namespace slipway::wire {

// The variables and tables that nodes use.
struct TouchedResources {
  std::set<int> variables, tables;
  std::set<int> graphs;  // that were added
  bool empty() const { return variables.empty() && tables.empty(); }
  void Add(const ir::Node&);
  // Of a graph and all that it runs.
  void AddGraph(const ir::Module&, int graph);
};

// What one subgraph needs.
class TfliteVariables {
 public:
  TfliteVariables(const ir::Module& module, tflite::Model& model) : module_(module), model_(model) {}

  // Does the node use a variable or a table?
  static bool Touches(const ir::Node&);
  // Appends the operator of such a node, before it the handle where the subgraph has none yet. `inputs` and `outputs`:
  // the node's operands and results.
  Status Write(const ir::Node&, const std::vector<int32_t>& inputs, const std::vector<int32_t>& outputs,
               tflite::Subgraph* g);
  // Appends the call of the graph `initializer`.
  Status WriteCallOnce(uint32_t initializer, tflite::Subgraph* g);

 private:
  Result<int32_t> HandleOf(int variable, tflite::Subgraph* g);
  Result<int32_t> TableHandleOf(int table, tflite::Subgraph* g);
  Status WriteTable(const ir::Node&, int table, const std::vector<int32_t>& inputs, const std::vector<int32_t>& outputs,
                    tflite::Subgraph* g);
  const ir::Module& module_;
  tflite::Model& model_;
  std::map<int, int32_t> handles_, table_handles_;  // tensors
};

// The graph that gives these their initial elements.
Result<tflite::Subgraph> MakeInitializer(const ir::Module&, const TouchedResources&, tflite::Model*);

}  // namespace slipway::wire
