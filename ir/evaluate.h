#pragma once
// The reference evaluator: runs a graph node by node through the ops' references. Slow and obvious; used for constant
// folding, for checking rewrites (before/after), as the oracle of kernels, and with Dual to check gradients.

#include <span>
#include <vector>

#include "ir/graph.h"
#include "ops/reference.h"

namespace slipway::ir {

// Module variables in the reference world, by variable id. May be changed by the run.
template <class R>
using RefVariables = std::vector<ops::RefValue<R>>;

// Results of an op that runs graphs of the module (If, While, SwitchCase, Call), each of them evaluated in turn. Rounds
// of a loop are bounded: drawn operands might never end it.
template <class R>
Result<std::vector<ops::RefValue<R>>> EvaluateCall(const Module& module, const ops::Op& op,
                                                   std::span<const ops::RefValue<R>* const> operands,
                                                   RefVariables<R>* variables);

// Results of `outputs` (any values of the graph) for operands in the order of graph.inputs(). R: float, double or Dual.
template <class R>
Result<std::vector<ops::RefValue<R>>> Evaluate(const Graph& graph, std::span<const ops::RefValue<R>> inputs,
                                               std::span<const ValueId> outputs, RefVariables<R>* variables = nullptr,
                                               const Module* module = nullptr);

// One op on reference values; an absent operand is nullptr.
template <class R>
Result<std::vector<ops::RefValue<R>>> EvaluateOp(const ops::Op& op, std::span<const ops::RefValue<R>* const> operands);
inline Result<std::vector<ops::RefValue<float>>> EvaluateOp(const ops::Op& op,
                                                            const std::vector<const ops::RefValue<float>*>& operands) {
  return EvaluateOp<float>(op, operands);
}

// In float, for tensors: the graph's own outputs. With the module, ops that run graphs of it, too.
Result<std::vector<Tensor>> EvaluateTensors(const Graph& graph, std::span<const Tensor> inputs,
                                            std::vector<Tensor>* variables = nullptr, const Module* module = nullptr);

// One node whose operands are all constant, as tensors in float; nothing if it has no reference for these types.
std::optional<std::vector<Tensor>> FoldNode(const Graph& graph, NodeId node);

}  // namespace slipway::ir
