#pragma once
// Observer: the one seam of profiler, calibrator and dumper. While one is set, the interpreter runs a second array of
// bound ops that reports each of them; without one nothing is paid.

#include <span>
#include <string_view>

#include "interpreter/plan_graph.h"

namespace slipway::interpreter {

struct ObservedTensor {
  int tensor;  // in PlanGraph::tensors
  std::string_view name;
  const TensorType& type;  // with the shape of this run
  const void* data;        // valid during the call only; strings: std::string objects; nullptr: a constant that was
                           // widened for kernels that packed it, and is gone
};

struct OpEvent {
  int graph, index;  // in PlanModule::graphs, in PlanGraph::ops
  const PlanOp& op;
  std::string_view kernel;  // the set and the kernel's path: "kernel avx512"; empty: a view or folded constant
  double seconds;
  std::span<const ObservedTensor> outputs;
};

class Observer {
 public:
  // Before the first op of a run.
  virtual void OnInputs(int /*graph*/, std::span<const ObservedTensor> /*inputs*/) {}
  // After each op, in order; ops that nothing needs are left out. Called on the thread that runs.
  virtual void OnOp(const OpEvent&) = 0;

 protected:
  ~Observer() = default;
};

}  // namespace slipway::interpreter
