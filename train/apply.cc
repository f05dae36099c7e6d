#include "train/apply.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "interpreter/run_op.h"
#include "ir/patch.h"
#include "ops/assign_variable/assign_variable.h"
#include "ops/read_variable/read_variable.h"
#include "ops/text.h"
#include "train/context.h"
#include "train/kernels.h"

namespace slipway::train {

Context& Context::OfThisThread() {
  static thread_local Context context;
  return context;
}

ThreadPool& Context::pool() {
  if (!pool_) pool_ = std::make_unique<ThreadPool>(eager.num_threads);
  return *pool_;
}

std::string Context::Origin(std::string_view op) const {
  std::string origin;
  for (const std::string& scope : scopes) StrAppend(origin, scope, "/");
  return StrCat(origin, op);
}

interpreter::KernelSets TrainingKernels() {
  static const interpreter::KernelSet* const sets[] = {&interpreter::OwnKernels(), &interpreter::TrainKernels(),
                                                       &interpreter::ReferenceKernels()};
  return sets;
}

namespace {

Status NoElements(const TensorType& type) {
  return UsageError("a symbol of type ", type,
                    " has no elements: it stands for what its traced graph will compute; return it from the traced "
                    "function, or run the code outside of a trace");
}

// Runs an op on tensors now.
Result<std::vector<Tensor>> RunEager(const ops::Op& op, const std::vector<Value>& operands, void* const* variables) {
  std::vector<Tensor> tensors;
  for (const Value& v : operands) {
    if (v.absent()) {
      tensors.emplace_back();
      continue;
    }
    ASSIGN_OR_RETURN(Tensor t, v.Read());
    tensors.push_back(std::move(t));
  }
  Context& context = Context::OfThisThread();
  Result<std::vector<Tensor>> results =
      interpreter::RunOp(op, tensors, TrainingKernels(), context.pool(), {.variables = variables});
  if (!results.ok() && !context.scopes.empty())
    return std::move(results).status().At(StrCat("'", context.Origin(Label(op)), "'"));
  return results;
}

Status FirstError(const std::vector<Value>& values) {
  for (const Value& v : values) RETURN_IF_ERROR(v.status());
  return OkStatus();
}

std::vector<Value> Errors(const Status& status) { return std::vector<Value>(8, Value(status)); }

Status CheckAssignable(const Variable& variable, const Value& value) {
  RETURN_IF_ERROR(value.status());
  if (value.absent() || value.dtype() != variable.type().dtype || !Compatible(value.shape(), variable.type().shape))
    return BadInput("the variable '", variable.name, "' is ", variable.type(), ", it cannot take a value of type ",
                    value.type());
  return OkStatus();
}

}  // namespace

Value::Value(Tensor tensor) {
  auto rep = std::make_shared<Rep>();
  rep->type = tensor.type();
  rep->tensor = std::move(tensor);
  rep_ = std::move(rep);
}

Value::Value(Status error) {
  CHECK(!error.ok());
  auto rep = std::make_shared<Rep>();
  rep->status = std::move(error);
  rep->type = TensorType(DType::kF32, Shape{});
  rep_ = std::move(rep);
}

Value Value::Symbol(uint64_t trace, ir::ValueId id, TensorType type) {
  auto rep = std::make_shared<Rep>();
  rep->trace = trace;
  rep->id = id;
  rep->type = std::move(type);
  return Value(std::shared_ptr<const Rep>(std::move(rep)));
}

const TensorType& Value::type() const {
  static const TensorType none;
  return rep_ ? rep_->type : none;
}

Result<Tensor> Value::Read() const {
  if (absent()) return UsageError("an absent value has no elements");
  RETURN_IF_ERROR(rep_->status);
  if (rep_->trace != 0) return NoElements(rep_->type);
  return rep_->tensor;
}

std::string Value::ToString() const {
  if (absent()) return "absent";
  if (!ok()) return StrCat("error: ", rep_->status.message());
  if (symbolic()) return NoElements(rep_->type).message();
  return ops::TensorText(rep_->tensor);
}

Value Value::WithLogits(Value logits) const {
  Value same = *this;
  if (!absent() && ok()) same.logits_ = std::make_shared<const Value>(std::move(logits));
  return same;
}

int VariableTable::Id(const VariablePtr& variable) {
  auto found = std::find(variables_.begin(), variables_.end(), variable);
  if (found == variables_.end()) found = variables_.insert(found, variable);
  return static_cast<int>(found - variables_.begin());
}

Value Apply(ops::Op op, std::vector<Value> operands) {
  std::vector<Value> results = ApplyMany(std::move(op), std::move(operands));
  return results.empty() ? Value() : results[0];
}

std::vector<Value> ApplyMany(ops::Op op, std::vector<Value> operands) {
  if (Status status = FirstError(operands); !status.ok()) return Errors(status);
  Context& context = Context::OfThisThread();
  if (Trace* trace = Trace::Current()) return trace->Append(std::move(op), operands);
  Result<std::vector<Tensor>> tensors = RunEager(op, operands, nullptr);
  if (!tensors.ok()) return Errors(tensors.status());
  std::vector<Value> results;
  for (Tensor& t : *tensors) results.push_back(std::move(t));
  for (Tape* tape : context.tapes) tape->Record(op, operands, results);
  return results;
}

Value Read(const VariablePtr& variable) {
  if (Trace* trace = Trace::Current()) {
    NameScope scope(variable->name);
    ops::ReadVariable read{trace->variables_.Id(variable), variable->type().dtype, variable->type().shape};
    return trace->Append(read, {})[0];
  }
  Value value(variable->tensor().Clone());
  for (Tape* tape : Context::OfThisThread().tapes) tape->RecordRead(variable, value);
  return value;
}

Status Assign(const VariablePtr& variable, const Value& value) {
  RETURN_IF_ERROR(CheckAssignable(*variable, value));
  if (Trace* trace = Trace::Current()) {
    NameScope scope(variable->name);
    std::vector<Value> none = trace->Append(ops::AssignVariable{trace->variables_.Id(variable)}, {value});
    return none.empty() ? OkStatus() : none[0].status();
  }
  ASSIGN_OR_RETURN(Tensor t, value.Read());
  if (t.dtype() == DType::kString)
    variable->tensor().strings() = t.strings();
  else if (t.bytes() != 0)
    std::memcpy(variable->tensor().data(), t.data(), t.bytes());
  return OkStatus();
}

Status Update(std::span<const VariablePtr> variables, const std::function<ops::Op(std::span<const int>)>& make,
              std::vector<Value> operands) {
  RETURN_IF_ERROR(FirstError(operands));
  std::vector<int> ids;
  if (Trace* trace = Trace::Current()) {
    for (const VariablePtr& v : variables) ids.push_back(trace->variables_.Id(v));
    std::vector<Value> results = trace->Append(make(ids), operands);
    return results.empty() ? OkStatus() : results[0].status();
  }
  std::vector<void*> memory;
  for (const VariablePtr& v : variables) {
    ids.push_back(static_cast<int>(ids.size()));
    memory.push_back(v->tensor().data());
  }
  return ToStatus(RunEager(make(ids), operands, memory.data()));
}

NameScope::NameScope(std::string_view name) { Context::OfThisThread().scopes.emplace_back(name); }
NameScope::~NameScope() { Context::OfThisThread().scopes.pop_back(); }

void SetEagerOptions(const EagerOptions& options) { Context::OfThisThread().SetEager(options); }

namespace {
std::atomic<uint64_t> trace_count{0};
}  // namespace

Trace::Trace(ir::Graph& graph, VariableTable& variables)
    : graph_(graph), variables_(variables), serial_(++trace_count) {
  Context::OfThisThread().traces.push_back(this);
}

Trace::~Trace() {
  std::vector<Trace*>& traces = Context::OfThisThread().traces;
  traces.erase(std::find(traces.begin(), traces.end(), this));
}

Trace* Trace::Current() {
  const std::vector<Trace*>& traces = Context::OfThisThread().traces;
  return traces.empty() ? nullptr : traces.back();
}

Value Trace::Input(TensorType type, std::string name) {
  ir::ValueId id = graph_.AddInput(type, std::move(name));
  return Value::Symbol(serial_, id, std::move(type));
}

Result<ir::ValueId> Trace::IdOf(const Value& value) {
  if (value.absent()) return ir::ValueId::kNone;
  RETURN_IF_ERROR(value.status());
  if (value.rep_->trace == serial_) return value.rep_->id;
  if (value.symbolic())
    return UsageError("a symbol of type ", value.type(), " is used outside of the trace that made it");
  for (const auto& [captured, id] : captured_)
    if (captured.rep_ == value.rep_) return id;
  ir::ValueId id = graph_.AddConstant(value.rep_->tensor, Context::OfThisThread().Origin("const"));
  captured_.emplace_back(value, id);
  return id;
}

std::vector<Value> Trace::Append(ops::Op op, const std::vector<Value>& operands) {
  std::vector<ir::ValueId> ids;
  for (const Value& v : operands) {
    Result<ir::ValueId> id = IdOf(v);
    if (!id.ok()) return Errors(id.status());
    ids.push_back(*id);
  }
  std::string origin = Context::OfThisThread().Origin(Label(op));
  Result<std::vector<ir::ValueId>> added = graph_.AddNode(std::move(op), std::move(ids), origin);
  if (!added.ok()) return Errors(std::move(added).status().At(StrCat("'", origin, "'")));
  std::vector<Value> results;
  for (ir::ValueId id : *added) results.push_back(Value::Symbol(serial_, id, graph_.type(id)));
  return results;
}

Status Trace::Finish(std::span<const Value> outputs) {
  std::vector<ir::ValueId> ids;
  for (const Value& v : outputs) {
    if (v.absent()) return UsageError("an output of the trace '", graph_.name, "' is absent");
    ASSIGN_OR_RETURN(ir::ValueId id, IdOf(v));
    ids.push_back(id);
  }
  graph_.SetOutputs(std::move(ids));
  ir::RemoveUnused(graph_);
  return OkStatus();
}

}  // namespace slipway::train
