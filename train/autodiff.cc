// Reverse-mode differentiation:
// - mark what depends on the parameters (forward) and walk what the loss depends on (backward), in execution order
// - at each node sum the contributions to its results in the order in which they came, and call its Grad
// - parameters that are variables collect the contributions of all their reads
#include <algorithm>

#include "ops/binary/binary.h"
#include "train/grad.h"
#include "train/unfuse_activation.h"

namespace slipway::train {

namespace {

using ir::Graph;
using ir::NodeId;
using ir::ValueId;

constexpr size_t Index(ValueId v) { return static_cast<size_t>(v); }

// The variable that a value was read from, or -1.
int VariableOf(const Graph& graph, ValueId v) {
  NodeId producer = graph.value(v).producer;
  if (producer == NodeId::kNone) return -1;
  const ops::Op& op = graph.node(producer).op;
  if (!op.info().variables) return -1;
  for (const ops::VariableTouch& touch : op.info().variables(op.data()))
    if (touch.use == ops::VariableUse::kResult && graph.node(producer).outputs[0] == v) return touch.variable;
  return -1;
}

// The GradContext of one node.
class NodeGradient final : public GradContext {
 public:
  NodeGradient(Graph& graph, NodeId id, std::vector<ValueId> grads)
      : graph_(graph),
        inputs_(graph.node(id).inputs),
        outputs_(graph.node(id).outputs),
        grads_(std::move(grads)),
        origin_(graph.node(id).origin),
        operand_gradients_(inputs_.size(), ValueId::kNone) {}

  int num_inputs() const override { return static_cast<int>(inputs_.size()); }
  ValueId input(int i) const override { return i < num_inputs() ? inputs_[static_cast<size_t>(i)] : ValueId::kNone; }
  ValueId output(int i) const override { return outputs_[static_cast<size_t>(i)]; }
  ValueId grad(int i) const override { return grads_[static_cast<size_t>(i)]; }

  void SetGrad(int i, ValueId g) override {
    if (!status_.ok() || g == ValueId::kNone) return;
    const TensorType &wanted = graph_.type(input(i)), &given = graph_.type(g);
    if (wanted.dtype != given.dtype || wanted.shape != given.shape)
      return Fail(StrCat("the gradient of operand ", i, " is ", given, ", the operand is ", wanted));
    operand_gradients_[static_cast<size_t>(i)] = g;
  }

  // Facets may hold on to what these return while they add nodes.
  const TensorType& type(ValueId v) const override {
    static const TensorType nothing(DType::kF32, Shape{});  // after a failure
    return v == ValueId::kNone ? nothing : types_.try_emplace(v, graph_.type(v)).first->second;
  }
  const Tensor* ConstantOf(ValueId v) const override {
    const Tensor* constant = graph_.ConstantOf(v);
    return constant ? &constants_.try_emplace(v, *constant).first->second : nullptr;
  }

  ValueId Add(ops::Op op, std::vector<ValueId> inputs) override {
    std::vector<ValueId> results = AddMany(std::move(op), inputs);
    return results.empty() ? ValueId::kNone : results[0];
  }

  std::vector<ValueId> AddMany(ops::Op op, std::vector<ValueId> inputs) override {
    if (!status_.ok()) return std::vector<ValueId>(8, ValueId::kNone);  // more than any op's results
    Result<std::vector<ValueId>> added = graph_.AddNode(std::move(op), inputs, StrCat("gradient/", origin_));
    if (added.ok()) return *added;
    Fail(added.status().message());
    return std::vector<ValueId>(8, ValueId::kNone);
  }

  ValueId Constant(Tensor t) override {
    return graph_.AddConstant(std::move(t), StrCat("gradient/", origin_, "/const"));
  }

  void Fail(std::string why) override {
    if (status_.ok()) status_ = Unsupported("the gradient of '", origin_, "': ", why);
  }

  const Status& status() const { return status_; }
  ValueId OperandGradient(size_t i) const { return operand_gradients_[i]; }

 private:
  Graph& graph_;
  std::vector<ValueId> inputs_, outputs_, grads_;  // copies: the graph grows meanwhile
  std::string origin_;
  std::vector<ValueId> operand_gradients_;
  mutable std::map<ValueId, TensorType> types_;
  mutable std::map<ValueId, Tensor> constants_;
  Status status_;
};

class Differentiation {
 public:
  Differentiation(Graph& graph, ValueId loss, std::span<const ValueId> params)
      : graph_(graph), loss_(loss), params_(params.begin(), params.end()) {}

  Result<std::vector<ValueId>> Run() {
    RETURN_IF_ERROR(Prepare());
    MarkDependent();
    RETURN_IF_ERROR(CheckAssignments());
    contributions_.resize(dependent_.size());
    Tensor one(graph_.type(loss_).dtype, Shape{});
    VisitFixedDType(one.dtype(), [&](auto zero) {
      using T = decltype(zero);
      if constexpr (!std::is_same_v<T, bool>) one.as<T>()[0] = T(1);
    });
    if (dependent_[Index(loss_)]) contributions_[Index(loss_)].push_back(graph_.AddConstant(one, "gradient/one"));
    for (size_t i = order_.size(); i-- > 0;) RETURN_IF_ERROR(Visit(order_[i]));
    std::vector<ValueId> gradients;
    for (ValueId param : params_) {
      ASSIGN_OR_RETURN(ValueId g, GradientOfParam(param));
      gradients.push_back(g);
    }
    return gradients;
  }

 private:
  Status Prepare() {
    for (ValueId v : params_)
      if (!IsFloat(graph_.type(v).dtype))
        return BadInput("'", graph_.value(v).name, "' is ", graph_.type(v), "; only float values have gradients");
    if (!IsFloat(graph_.type(loss_).dtype) || graph_.type(loss_).shape != Shape{})
      return BadInput("the gradient's target '", graph_.value(loss_).name, "' is ", graph_.type(loss_),
                      ", expected a float scalar: reduce it with a mean or a sum");
    std::map<ValueId, ValueId> moved;
    RETURN_IF_ERROR(UnfuseActivations(graph_, &moved));
    auto follow = [&](ValueId v) { return moved.count(v) ? moved[v] : v; };
    loss_ = follow(loss_);
    for (ValueId& v : params_) {
      v = follow(v);
      variables_.push_back(VariableOf(graph_, v));
    }
    order_ = graph_.Order();
    return OkStatus();
  }

  bool IsParameter(ValueId v) const {
    if (std::find(params_.begin(), params_.end(), v) != params_.end()) return true;
    int variable = VariableOf(graph_, v);
    return variable >= 0 && std::find(variables_.begin(), variables_.end(), variable) != variables_.end();
  }

  void MarkDependent() {
    dependent_.assign(static_cast<size_t>(graph_.num_values()), false);
    for (int i = 0; i < graph_.num_values(); ++i)
      if (IsParameter(static_cast<ValueId>(i))) dependent_[static_cast<size_t>(i)] = true;
    for (NodeId id : order_) {
      const ir::Node& node = graph_.node(id);
      bool any = std::any_of(node.inputs.begin(), node.inputs.end(),
                             [&](ValueId v) { return v != ValueId::kNone && dependent_[Index(v)]; });
      for (ValueId v : node.outputs)
        if (any && IsFloat(graph_.type(v).dtype)) dependent_[Index(v)] = true;
    }
  }

  // A gradient cannot see that a variable changed between two reads.
  Status CheckAssignments() const {
    std::vector<int> assigned;
    for (NodeId id : order_) {
      const ir::Node& node = graph_.node(id);
      if (!node.op.info().variables) continue;
      for (const ops::VariableTouch& touch : node.op.info().variables(node.op.data())) {
        bool wanted = std::find(variables_.begin(), variables_.end(), touch.variable) != variables_.end();
        bool before = std::find(assigned.begin(), assigned.end(), touch.variable) != assigned.end();
        if (touch.use == ops::VariableUse::kWrite) assigned.push_back(touch.variable);
        if (touch.use == ops::VariableUse::kResult && wanted && before)
          return BadInput("'", node.origin,
                          "' is read after it was assigned; a gradient with respect to it would be wrong");
      }
    }
    return OkStatus();
  }

  Status Visit(NodeId id) {
    const ir::Node& node = graph_.node(id);
    std::vector<ValueId> grads;
    bool reached = false;
    for (ValueId v : node.outputs) {
      bool here = dependent_[Index(v)] && !contributions_[Index(v)].empty();
      reached |= here;
      grads.push_back(ValueId::kNone);
    }
    if (!reached || node.inputs.empty()) return OkStatus();
    std::string origin = node.origin;
    std::vector<ValueId> inputs = node.inputs, outputs = node.outputs;
    ops::Op op = node.op;
    GradFunction grad = GradOf(op);
    if (!grad) return Unsupported("the gradient of '", origin, "': ", op.name(), " has no gradient");
    RETURN_IF_ERROR(CheckStatic(inputs, origin));
    for (size_t i = 0; i < outputs.size(); ++i) {
      if (!dependent_[Index(outputs[i])] || contributions_[Index(outputs[i])].empty()) continue;
      ASSIGN_OR_RETURN(grads[i], Sum(contributions_[Index(outputs[i])], origin));
    }
    NodeGradient context(graph_, id, std::move(grads));
    grad(op.data(), context);
    RETURN_IF_ERROR(context.status());
    for (size_t i = 0; i < inputs.size(); ++i) {
      ValueId g = context.OperandGradient(i);
      if (g != ValueId::kNone && dependent_[Index(inputs[i])]) contributions_[Index(inputs[i])].push_back(g);
    }
    return OkStatus();
  }

  Status CheckStatic(const std::vector<ValueId>& inputs, const std::string& origin) const {
    for (ValueId v : inputs)
      if (v != ValueId::kNone && !graph_.type(v).shape.IsStatic())
        return BadInput("the gradient of '", origin, "': an operand is ", graph_.type(v),
                        "; gradients need known sizes, so trace with a fixed batch size");
    return OkStatus();
  }

  Result<ValueId> Sum(const std::vector<ValueId>& terms, const std::string origin) {  // a copy: the graph grows
    ValueId sum = terms[0];
    for (size_t i = 1; i < terms.size(); ++i) {
      ASSIGN_OR_RETURN(sum, graph_.Add(ops::Binary{.kind = ops::BinaryKind::kAdd}, {sum, terms[i]},
                                       StrCat("gradient/", origin, "/sum")));
    }
    return sum;
  }

  Result<ValueId> GradientOfParam(ValueId param) {
    std::vector<ValueId> terms;
    int variable = VariableOf(graph_, param);
    for (size_t i = 0; i < contributions_.size(); ++i) {
      ValueId v = static_cast<ValueId>(i);
      if (v == param || (variable >= 0 && VariableOf(graph_, v) == variable))
        terms.insert(terms.end(), contributions_[i].begin(), contributions_[i].end());
    }
    if (!terms.empty()) return Sum(terms, graph_.value(param).name);
    if (!graph_.type(param).shape.IsStatic())
      return BadInput("'", graph_.value(param).name, "' is ", graph_.type(param), "; gradients need known sizes");
    return graph_.AddConstant(Tensor(graph_.type(param).dtype, graph_.type(param).shape), "gradient/zeros");
  }

  Graph& graph_;
  ValueId loss_;
  std::vector<ValueId> params_;
  std::vector<int> variables_;  // of each parameter; -1: none
  std::vector<NodeId> order_;
  std::vector<bool> dependent_;
  std::vector<std::vector<ValueId>> contributions_;  // by value
};

}  // namespace

Result<std::vector<ValueId>> Gradients(Graph& graph, ValueId loss, std::span<const ValueId> params) {
  return Differentiation(graph, loss, params).Run();
}

}  // namespace slipway::train
