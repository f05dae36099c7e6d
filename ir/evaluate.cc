#include "ir/evaluate.h"

#include "ops/assign_variable/assign_variable.h"
#include "ops/graph_use.h"
#include "ops/if/if.h"
#include "ops/read_variable/read_variable.h"
#include "ops/while/while.h"

namespace slipway::ir {

namespace {

template <class R>
class Evaluator {
 public:
  Evaluator(const Graph& g, RefVariables<R>* variables, const Module* module = nullptr)
      : graph_(g), module_(module), variables_(variables), values_(static_cast<size_t>(g.num_values())) {}

  void Set(ValueId v, ops::RefValue<R> value) { values_[static_cast<size_t>(v)] = std::move(value); }

  const ops::RefValue<R>& Get(ValueId v) {
    ops::RefValue<R>& slot = values_[static_cast<size_t>(v)];
    if (slot.dtype == DType::kInvalid && graph_.value(v).constant) slot = ops::ToRefValue<R>(*graph_.value(v).constant);
    return slot;
  }

  Status Run(const Node& n) {
    if (!variables_ && (n.op.Is<ops::ReadVariable>() || n.op.Is<ops::AssignVariable>()))
      return Unsupported("the module's variables are not known");
    if (const auto* read = n.op.As<ops::ReadVariable>()) {
      Set(n.outputs[0], Variable(read->variable));
      return OkStatus();
    }
    if (const auto* assign = n.op.As<ops::AssignVariable>()) {
      Variable(assign->variable) = Get(n.inputs[0]);
      return OkStatus();
    }
    std::vector<const ops::RefValue<R>*> operands;
    for (ValueId v : n.inputs) operands.push_back(v == ValueId::kNone ? nullptr : &Get(v));
    const bool calls = module_ && !ops::GraphsOf(n.op).empty();
    ASSIGN_OR_RETURN(std::vector<ops::RefValue<R>> results,
                     calls ? EvaluateCall<R>(*module_, n.op, operands, variables_) : EvaluateOp<R>(n.op, operands));
    for (size_t i = 0; i < results.size(); ++i) Set(n.outputs[i], std::move(results[i]));
    return OkStatus();
  }

 private:
  ops::RefValue<R>& Variable(int id) {
    CHECK(variables_ && id >= 0 && static_cast<size_t>(id) < variables_->size());
    return (*variables_)[static_cast<size_t>(id)];
  }
  const Graph& graph_;
  const Module* module_;
  RefVariables<R>* variables_;
  std::vector<ops::RefValue<R>> values_;
};

template <class R>
Result<std::vector<ops::RefValue<R>>> RunGraph(const Module& m, int graph, std::vector<ops::RefValue<R>> inputs,
                                               RefVariables<R>* variables) {
  const Graph& g = *m.graphs[static_cast<size_t>(graph)];
  return Evaluate<R>(g, inputs, g.outputs(), variables, &m);
}

template <class R>
Result<std::vector<ops::RefValue<R>>> RunLoop(const Module& m, const ops::While& loop,
                                              std::vector<ops::RefValue<R>> values, RefVariables<R>* variables) {
  constexpr int kMostRounds = 10000;
  for (int round = 0; round < kMostRounds; ++round) {
    ASSIGN_OR_RETURN(auto go_on, RunGraph<R>(m, loop.cond_graph, values, variables));
    if (go_on[0].ints.empty() || !go_on[0].ints[0]) return values;
    ASSIGN_OR_RETURN(values, RunGraph<R>(m, loop.body_graph, std::move(values), variables));
  }
  return Unsupported("a loop does not end within ", kMostRounds, " rounds");
}

// Which of the graphs an If, SwitchCase or Call runs.
template <class R>
Result<size_t> ChosenGraph(const ops::Op& op, std::span<const ops::RefValue<R>* const> operands, size_t graphs) {
  if (graphs == 1) return size_t{0};
  if (operands.empty() || !operands[0] || operands[0]->ints.empty()) return Unsupported("what decides is not known");
  const int64_t choice = operands[0]->ints[0];
  if (op.Is<ops::If>()) return choice ? size_t{0} : size_t{1};
  return choice < 0 || choice >= static_cast<int64_t>(graphs) ? graphs - 1 : static_cast<size_t>(choice);
}

}  // namespace

template <class R>
Result<std::vector<ops::RefValue<R>>> EvaluateCall(const Module& m, const ops::Op& op,
                                                   std::span<const ops::RefValue<R>* const> operands,
                                                   RefVariables<R>* variables) {
  const std::vector<ops::GraphUse> uses = ops::GraphsOf(op);
  std::vector<ops::RefValue<R>> arguments;
  for (size_t i = static_cast<size_t>(uses[0].first_operand); i < operands.size(); ++i) {
    if (!operands[i]) return Unsupported("an argument is missing");
    arguments.push_back(*operands[i]);
  }
  if (const auto* loop = op.As<ops::While>()) return RunLoop<R>(m, *loop, std::move(arguments), variables);
  ASSIGN_OR_RETURN(size_t chosen, ChosenGraph<R>(op, operands, uses.size()));
  return RunGraph<R>(m, uses[chosen].graph, std::move(arguments), variables);
}

template <class R>
Result<std::vector<ops::RefValue<R>>> EvaluateOp(const ops::Op& op, std::span<const ops::RefValue<R>* const> operands) {
  std::vector<Tensor> integers(operands.size());
  std::vector<TensorType> types(operands.size());
  std::vector<ops::InferInput> infer(operands.size());
  for (size_t i = 0; i < operands.size(); ++i) {
    if (!operands[i]) continue;
    const ops::RefValue<R>& x = *operands[i];
    types[i] = TensorType(x.dtype, x.shape);
    infer[i].type = &types[i];
    if (IsInteger(x.dtype) && x.dtype != DType::kI4) {
      integers[i] = ops::FromRefValue(x);
      infer[i].constant = &integers[i];
    }
  }
  ASSIGN_OR_RETURN(std::vector<TensorType> result_types, ops::InferTypes(op, ops::Inputs(infer)));
  std::vector<ops::RefValue<R>> results(result_types.size());
  for (size_t i = 0; i < results.size(); ++i) {
    results[i].dtype = result_types[i].dtype;
    results[i].shape = result_types[i].shape;
  }
  RETURN_IF_ERROR_AT(ops::RunReference<R>(op, operands, results), op.name());
  return results;
}

template <class R>
Result<std::vector<ops::RefValue<R>>> Evaluate(const Graph& g, std::span<const ops::RefValue<R>> inputs,
                                               std::span<const ValueId> outputs, RefVariables<R>* variables,
                                               const Module* module) {
  if (inputs.size() != g.inputs().size())
    return UsageError("the graph takes ", g.inputs().size(), " inputs, got ", inputs.size());
  Evaluator<R> evaluator(g, variables, module);
  for (size_t i = 0; i < inputs.size(); ++i) {
    const TensorType& declared = g.type(g.inputs()[i]);
    if (declared.dtype != inputs[i].dtype || !Compatible(declared.shape, inputs[i].shape))
      return UsageError("input '", g.value(g.inputs()[i]).name, "' is ", declared, ", got ", inputs[i].dtype,
                        inputs[i].shape);
    evaluator.Set(g.inputs()[i], inputs[i]);
  }
  for (NodeId id : g.Order()) RETURN_IF_ERROR_AT(evaluator.Run(g.node(id)), StrCat("'", g.node(id).origin, "'"));
  std::vector<ops::RefValue<R>> results;
  for (ValueId v : outputs) results.push_back(evaluator.Get(v));
  return results;
}

Result<std::vector<Tensor>> EvaluateTensors(const Graph& g, std::span<const Tensor> inputs,
                                            std::vector<Tensor>* variables, const Module* module) {
  std::vector<ops::RefValue<float>> values;
  for (const Tensor& t : inputs) values.push_back(ops::ToRefValue<float>(t));
  RefVariables<float> state;
  if (variables)
    for (const Tensor& t : *variables) state.push_back(ops::ToRefValue<float>(t));
  ASSIGN_OR_RETURN(std::vector<ops::RefValue<float>> results, Evaluate<float>(g, values, g.outputs(), &state, module));
  if (variables)
    for (size_t i = 0; i < state.size(); ++i) (*variables)[i] = ops::FromRefValue(state[i]);
  std::vector<Tensor> out;
  for (const auto& r : results) out.push_back(ops::FromRefValue(r));
  return out;
}

std::optional<std::vector<Tensor>> FoldNode(const Graph& g, NodeId id) {
  const Node& n = g.node(id);
  if (n.op.info().stateful) return std::nullopt;
  for (ValueId v : n.inputs)
    if (v != ValueId::kNone && (!g.value(v).constant || !g.type(v).quant.empty())) return std::nullopt;
  for (ValueId v : n.outputs)
    if (!g.type(v).quant.empty()) return std::nullopt;
  if (n.op.info().view && n.outputs.size() == 1) {
    const Tensor& x = *g.value(n.inputs[0]).constant;
    const TensorType& y = g.type(n.outputs[0]);
    if (y.shape.IsStatic() && y.shape.Elements() == x.elements() && y.dtype == x.dtype())
      return std::vector<Tensor>{x.Reshaped(y.shape)};
  }
  std::vector<ops::RefValue<float>> values(n.inputs.size());
  std::vector<const ops::RefValue<float>*> operands(n.inputs.size());
  for (size_t i = 0; i < n.inputs.size(); ++i) {
    if (n.inputs[i] == ValueId::kNone) continue;
    values[i] = ops::ToRefValue<float>(*g.value(n.inputs[i]).constant);
    operands[i] = &values[i];
  }
  Result<std::vector<ops::RefValue<float>>> results = EvaluateOp<float>(n.op, operands);
  if (!results.ok()) return std::nullopt;
  std::vector<Tensor> out;
  for (const ops::RefValue<float>& r : *results) out.push_back(ops::FromRefValue(r));
  return out;
}

#define SLIPWAY_INSTANTIATE(R)                                                                            \
  template Result<std::vector<ops::RefValue<R>>> EvaluateOp<R>(const ops::Op&,                            \
                                                               std::span<const ops::RefValue<R>* const>); \
  template Result<std::vector<ops::RefValue<R>>> EvaluateCall<R>(                                         \
      const Module&, const ops::Op&, std::span<const ops::RefValue<R>* const>, RefVariables<R>*);         \
  template Result<std::vector<ops::RefValue<R>>> Evaluate<R>(                                             \
      const Graph&, std::span<const ops::RefValue<R>>, std::span<const ValueId>, RefVariables<R>*, const Module*);
SLIPWAY_INSTANTIATE(float)
SLIPWAY_INSTANTIATE(double)
SLIPWAY_INSTANTIATE(Dual)
#undef SLIPWAY_INSTANTIATE

}  // namespace slipway::ir
