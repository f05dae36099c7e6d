#pragma once
// Variables: the memory of a module's variables, outside every arena. Interpreters that share it see each other's
// writes; whoever shares it takes care that runs which write do not overlap with others.

#include <vector>

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

 private:
  Variables() = default;
  std::vector<Tensor> values_;
  std::vector<void*> pointers_;
};

}  // namespace slipway::interpreter
