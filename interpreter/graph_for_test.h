#pragma once
// Small graphs for the tests of this folder.

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "interpreter/model.h"
#include "interpreter/plan_graph.h"
#include "interpreter/run_op.h"

namespace slipway::interpreter {

class TestGraph {
 public:
  int Input(TensorType type, std::string name) {
    graph.tensors.push_back({std::move(name), std::move(type)});
    graph.inputs.push_back(Last());
    return Last();
  }
  int Constant(Tensor value) {
    graph.tensors.push_back({"constant", value.type(), value});
    return Last();
  }
  int Ints(std::vector<int64_t> values) { return Constant(Tensor::Vector(values)); }
  // An op with one result of operand 0's dtype, or of `dtype`.
  int Add(ops::Op op, std::vector<int> inputs, std::string origin, DType dtype = DType::kInvalid) {
    if (dtype == DType::kInvalid) dtype = graph.tensors[static_cast<size_t>(inputs[0])].type.dtype;
    graph.tensors.push_back({origin, TensorType(dtype, Shape::UnknownRank())});
    graph.ops.push_back({std::move(op), std::move(inputs), {Last()}, std::move(origin)});
    return Last();
  }
  void AddNoResult(ops::Op op, std::vector<int> inputs, std::string origin) {
    graph.ops.push_back({std::move(op), std::move(inputs), {}, std::move(origin)});
  }
  PlanModule Module() const {
    PlanModule m;
    m.graphs.push_back(graph);
    m.variables = variables;
    return m;
  }

  PlanGraph graph;
  std::vector<PlanVariable> variables;

 private:
  int Last() const { return static_cast<int>(graph.tensors.size()) - 1; }
};

// References as kernels that may work in place on any operand of the result's shape.
inline const KernelSet& InPlaceKernels() {
  static constexpr KernelSet set = {
      "in place", [](const ops::Op& op, PrepareContext& c) -> Result<Kernel> {
        Result<Kernel> kernel = ReferenceKernels().prepare(op, c);
        if (!kernel.ok() || c.num_outputs() == 0) return kernel;
        for (int i = c.num_inputs() - 1; i >= 0; --i)
          if (c.Has(i) && c.in_shape(i) == c.out_shape(0) && c.in(i).dtype == c.out(0).dtype) kernel->in_place = i;
        return kernel;
      }};
  return set;
}

// The graph's outputs, op by op, each into memory of its own. `variables`: RunOpOptions::variables.
inline std::vector<Tensor> RunEagerly(const PlanGraph& graph, std::span<const Tensor> inputs, KernelSets sets,
                                      void* const* variables = nullptr) {
  ThreadPool pool(1);
  std::vector<Tensor> values(graph.tensors.size());
  for (size_t t = 0; t < values.size(); ++t) values[t] = graph.tensors[t].constant;
  for (size_t i = 0; i < inputs.size(); ++i) values[static_cast<size_t>(graph.inputs[i])] = inputs[i];
  for (const PlanOp& op : graph.ops) {
    std::vector<Tensor> operands;
    for (int t : op.inputs) operands.push_back(values[static_cast<size_t>(t)]);
    auto results = RunOp(op.op, operands, sets, pool, {.variables = variables});
    EXPECT_TRUE(results.ok()) << results.status().message();
    for (size_t k = 0; k < op.outputs.size(); ++k) values[static_cast<size_t>(op.outputs[k])] = results->at(k);
  }
  std::vector<Tensor> outputs;
  for (int t : graph.outputs) outputs.push_back(values[static_cast<size_t>(t)]);
  return outputs;
}

}  // namespace slipway::interpreter
