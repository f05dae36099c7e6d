#pragma once
// Small graphs for the tests of this folder.

#include <string>
#include <utility>
#include <vector>

#include "interpreter/model.h"
#include "interpreter/plan_graph.h"

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

}  // namespace slipway::interpreter
