#pragma once
// Variables: the memory of a module's variables and tables, outside every arena. Interpreters that share it see each
// other's writes; whoever shares it takes care that runs which write do not overlap with others.

#include <memory>
#include <vector>

#include "interpreter/lookup_table.h"
#include "interpreter/plan_graph.h"

namespace slipway::interpreter {

class Variables {
 public:
  // Copies of the initial values.
  explicit Variables(const PlanModule& module);
  // These tensors' own memory, one per variable; fails if a type differs.
  static Result<Variables> Bind(const PlanModule& module, std::vector<Tensor> values);

  int size() const { return static_cast<int>(values_.size()); }
  // Its memory is what ops read and write.
  const Tensor& value(int id) const { return values_[static_cast<size_t>(id)]; }
  Status Set(int id, const Tensor& value);
  // Back to the initial values.
  void Reset(const PlanModule& module);
  void* const* pointers() const { return pointers_.data(); }

  LookupTable& table(int id) const { return *tables_[static_cast<size_t>(id)]; }
  // Has the graph of a CallOnce run?
  bool called(int graph) const { return called_[static_cast<size_t>(graph)]; }
  void SetCalled(int graph) { called_[static_cast<size_t>(graph)] = true; }

 private:
  Variables() = default;
  void MakeTables(const PlanModule& module);
  void ResetTables(const PlanModule& module);
  std::vector<Tensor> values_;
  std::vector<void*> pointers_;
  std::vector<std::shared_ptr<LookupTable>> tables_;
  std::vector<char> called_;  // per graph
};

}  // namespace slipway::interpreter
