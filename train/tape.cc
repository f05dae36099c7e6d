#include <algorithm>
#include <map>

#include "ops/read_variable/read_variable.h"
#include "train/apply.h"
#include "train/context.h"
#include "train/grad.h"

namespace slipway::train {

using ir::ValueId;

// What happened eagerly, as a graph whose values are known.
struct Tape::Recording {
  ir::Graph graph;
  VariableTable variables;
  std::map<const Value::Rep*, ValueId> ids;  // of tracked values, which `known` keeps alive
  std::map<ValueId, Value> known;
  bool paused = false;
};

namespace {

Result<ValueId> ReadOf(const ir::Graph& graph, int variable) {
  for (ir::NodeId id : graph.Order())
    if (const auto* read = graph.node(id).op.As<ops::ReadVariable>(); read && read->variable == variable)
      return graph.node(id).outputs[0];
  return ValueId::kNone;
}

std::vector<Value> AllErrors(size_t n, const Status& status) { return std::vector<Value>(n, Value(status)); }

Value Zeros(const TensorType& type) {
  if (!type.shape.IsStatic()) return BadInput("a gradient of type ", type, " is all zeros, but its size is not known");
  return Tensor(type.dtype, type.shape);
}

// Values that must be computed for `wanted`, given the known ones.
std::vector<bool> Needed(const ir::Graph& graph, const std::vector<ValueId>& wanted,
                         const std::map<ValueId, Value>& known) {
  std::vector<bool> needed(static_cast<size_t>(graph.num_values()), false);
  std::vector<ValueId> work = wanted;
  while (!work.empty()) {
    ValueId v = work.back();
    work.pop_back();
    if (v == ValueId::kNone || needed[static_cast<size_t>(v)] || known.count(v)) continue;
    needed[static_cast<size_t>(v)] = true;
    if (ir::NodeId producer = graph.value(v).producer; producer != ir::NodeId::kNone)
      for (ValueId input : graph.node(producer).inputs) work.push_back(input);
  }
  return needed;
}

}  // namespace

Tape::Tape() {
  if (!Trace::Current()) {
    recording_ = std::make_unique<Recording>();
    Context::OfThisThread().tapes.push_back(this);
  }
}

Tape::~Tape() {
  if (!recording_) return;
  std::vector<Tape*>& tapes = Context::OfThisThread().tapes;
  tapes.erase(std::find(tapes.begin(), tapes.end(), this));
}

ValueId Tape::Find(const Value& value) const {
  auto found = recording_->ids.find(value.rep_.get());
  return found == recording_->ids.end() ? ValueId::kNone : found->second;
}

void Tape::Watch(const Value& value) {
  if (!recording_ || value.absent() || !value.ok() || Find(value) != ValueId::kNone) return;
  ValueId id = recording_->graph.AddInput(value.type(), StrCat("watched", recording_->graph.inputs().size()));
  recording_->ids[value.rep_.get()] = id;
  recording_->known[id] = value;
}

void Tape::RecordRead(const VariablePtr& variable, const Value& value) {
  if (recording_->paused || !variable->trainable) return;
  ops::ReadVariable read{recording_->variables.Id(variable), variable->type().dtype, variable->type().shape};
  Result<ValueId> id = recording_->graph.Add(read, {}, variable->name);
  CHECK(id.ok());
  recording_->ids[value.rep_.get()] = *id;
  recording_->known[*id] = value;
}

void Tape::Record(const ops::Op& op, const std::vector<Value>& operands, const std::vector<Value>& results) {
  if (recording_->paused) return;
  bool tracked = std::any_of(operands.begin(), operands.end(),
                             [&](const Value& v) { return !v.absent() && Find(v) != ValueId::kNone; });
  if (!tracked) return;
  std::string origin = Context::OfThisThread().Origin(Label(op));
  std::vector<ValueId> ids;
  for (const Value& v : operands) {
    ValueId id = v.absent() ? ValueId::kNone : Find(v);
    if (!v.absent() && id == ValueId::kNone) {
      id = recording_->graph.AddConstant(v.rep_->tensor, StrCat(origin, "/const"));
      recording_->known[id] = v;
    }
    ids.push_back(id);
  }
  std::vector<TensorType> types;
  for (const Value& v : results) types.push_back(v.type());
  Result<std::vector<ValueId>> added = recording_->graph.AddNode(op, std::move(ids), origin, types);
  CHECK(added.ok());  // it has just run
  for (size_t i = 0; i < results.size(); ++i) {
    recording_->ids[results[i].rep_.get()] = (*added)[i];
    recording_->known[(*added)[i]] = results[i];
  }
}

std::vector<Value> Tape::Gradients(const Value& target, std::span<const VariablePtr> sources) {
  std::vector<ValueId> ids;
  std::vector<TensorType> types;
  Trace* trace = Trace::Current();
  for (const VariablePtr& variable : sources) {
    int id = recording_ ? recording_->variables.Id(variable) : trace->variables_.Id(variable);
    ids.push_back(*ReadOf(recording_ ? recording_->graph : trace->graph_, id));
    types.push_back(variable->type());
  }
  return Differentiate(target, ids, types);
}

std::vector<Value> Tape::Gradients(const Value& target, std::span<const Value> sources) {
  std::vector<ValueId> ids;
  std::vector<TensorType> types;
  for (const Value& source : sources) {
    if (!source.ok()) return AllErrors(sources.size(), source.status());
    types.push_back(source.type());
    if (recording_)
      ids.push_back(Find(source));
    else
      ids.push_back(source.symbolic() ? source.rep_->id : ValueId::kNone);
  }
  return Differentiate(target, ids, types);
}

std::vector<Value> Tape::Differentiate(const Value& target, const std::vector<ValueId>& sources,
                                       const std::vector<TensorType>& types) {
  if (target.absent()) return AllErrors(sources.size(), UsageError("the gradient's target is absent"));
  if (!target.ok()) return AllErrors(sources.size(), target.status());
  Trace* trace = Trace::Current();
  if (!recording_ && !trace)
    return AllErrors(sources.size(), UsageError("a tape that began inside a trace is asked after the trace"));
  ir::Graph& graph = recording_ ? recording_->graph : trace->graph_;
  ValueId loss = recording_ ? Find(target) : target.symbolic() ? target.rep_->id : ValueId::kNone;
  std::vector<ValueId> params;
  if (loss != ValueId::kNone)
    for (ValueId v : sources)
      if (v != ValueId::kNone) params.push_back(v);
  std::vector<Value> gradients;
  if (!params.empty()) {
    Result<std::vector<ValueId>> ids = train::Gradients(graph, loss, params);
    if (!ids.ok()) return AllErrors(sources.size(), ids.status());
    if (recording_) {
      gradients = RunNew(*ids);
    } else {
      for (ValueId v : *ids) gradients.push_back(Value::Symbol(trace->serial_, v, graph.type(v)));
    }
  }
  std::vector<Value> values;
  size_t next = 0;
  for (size_t i = 0; i < sources.size(); ++i) {
    bool connected = loss != ValueId::kNone && sources[i] != ValueId::kNone;
    values.push_back(connected ? gradients[next++] : Zeros(types[i]));
  }
  return values;
}

// Runs the recorded graph's new nodes one by one, in the contexts outside of this tape.
std::vector<Value> Tape::RunNew(const std::vector<ValueId>& wanted) {
  recording_->paused = true;
  const ir::Graph& graph = recording_->graph;
  std::vector<bool> needed = Needed(graph, wanted, recording_->known);
  std::map<ValueId, Value> computed;
  auto value_of = [&](ValueId v) -> Value {
    if (v == ValueId::kNone) return Value();
    if (auto known = recording_->known.find(v); known != recording_->known.end()) return known->second;
    if (auto made = computed.find(v); made != computed.end()) return made->second;
    return computed[v] = *graph.value(v).constant;
  };
  for (ir::NodeId id : graph.Order()) {
    const ir::Node& node = graph.node(id);
    if (std::none_of(node.outputs.begin(), node.outputs.end(),
                     [&](ValueId v) { return needed[static_cast<size_t>(v)]; }))
      continue;
    std::vector<Value> operands;
    for (ValueId v : node.inputs) operands.push_back(value_of(v));
    std::vector<Value> results = ApplyMany(node.op, std::move(operands));
    for (size_t i = 0; i < node.outputs.size(); ++i) computed[node.outputs[i]] = results[i];
  }
  std::vector<Value> values;
  for (ValueId v : wanted) values.push_back(value_of(v));
  recording_->paused = false;
  return values;
}

}  // namespace slipway::train
