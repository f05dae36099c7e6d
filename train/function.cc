#include "train/function.h"

#include "interpreter/graph/plan_module.h"
#include "train/context.h"

namespace slipway::train {

namespace {

bool AnyTape() { return !Context::OfThisThread().tapes.empty(); }

std::string Describe(std::span<const TensorType> types) {
  std::vector<std::string> names;
  for (const TensorType& t : types) names.push_back(ToString(t));
  return StrCat("(", StrJoin(names, ", "), ")");
}

}  // namespace

Function::Function(std::string name, Body body, FunctionOptions options)
    : name_(std::move(name)), body_(std::move(body)), options_(std::move(options)) {}

Status Function::FrozenError(std::span<const TensorType> types) const {
  std::vector<std::string> known;
  for (const auto& [key, trace] : traces_) known.push_back(Describe(key));
  return UsageError("the function '", name_, "' is frozen and would have to be traced again for operands ",
                    Describe(types), "; it is traced for ", StrJoin(known, " and "));
}

Result<std::unique_ptr<Executable>> Function::MakeTrace(std::span<const TensorType> types) {
  std::unique_ptr<Executable> made(new Executable);
  ir::Graph& graph = made->module_.AddGraph(name_);
  VariableTable table;
  {
    Trace trace(graph, table);
    std::vector<Value> operands;
    for (size_t i = 0; i < types.size(); ++i) operands.push_back(trace.Input(types[i], StrCat("operand", i)));
    std::vector<Value> results = body_(operands);
    for (const Value& v : results) RETURN_IF_ERROR_AT(v.status(), StrCat("tracing '", name_, "'"));
    RETURN_IF_ERROR_AT(trace.Finish(results), StrCat("tracing '", name_, "'"));
  }
  made->variables_ = table.variables();
  std::vector<Tensor> memory;
  for (const VariablePtr& v : made->variables_) {
    made->module_.variables.push_back(
        {.name = v->name, .type = v->type(), .value = v->tensor(), .trainable = v->trainable});
    memory.push_back(v->tensor());
  }
  ASSIGN_OR_RETURN(std::shared_ptr<const interpreter::Model> model, interpreter::ModelFromModule(made->module_));
  ASSIGN_OR_RETURN(interpreter::Variables bound, interpreter::Variables::Bind(model->module(), std::move(memory)));
  interpreter::InterpreterOptions options;
  options.pool = options_.pool;
  interpreter::KernelSets sets = TrainingKernels();
  options.kernel_sets.assign(sets.begin(), sets.end());
  options.variables = std::make_shared<interpreter::Variables>(std::move(bound));
  ASSIGN_OR_RETURN(made->interpreter_, interpreter::Interpreter::Create(std::move(model), std::move(options)));
  made->runner_ = &made->interpreter_->main();
  return made;
}

Executable* Function::Find(std::span<const Tensor> operands) {
  for (auto& [key, trace] : traces_)
    if (std::equal(key.begin(), key.end(), operands.begin(), operands.end(),
                   [](const TensorType& type, const Tensor& t) { return type == t.type(); }))
      return trace.get();
  return nullptr;
}

Result<Executable*> Function::Specialize(std::span<const TensorType> types) {
  for (auto& [key, trace] : traces_)
    if (std::equal(key.begin(), key.end(), types.begin(), types.end())) return trace.get();
  if (frozen_) return FrozenError(types);
  ASSIGN_OR_RETURN(std::unique_ptr<Executable> made, MakeTrace(types));
  Executable* trace = made.get();
  traces_.emplace_back(std::vector<TensorType>(types.begin(), types.end()), std::move(made));
  return trace;
}

std::vector<Value> Function::operator()(std::vector<Value> operands) {
  ++calls_;
  for (const Value& v : operands)
    if (!v.ok()) return {v};
  if (Trace::Current() || AnyTape() || options_.run_eagerly) {
    NameScope scope(name_);
    return body_(operands);
  }
  std::vector<TensorType> types;
  for (const Value& v : operands) {
    if (v.absent()) return {UsageError("an operand of the function '", name_, "' is absent")};
    types.push_back(v.type());
  }
  Result<Executable*> trace = Specialize(types);
  if (!trace.ok()) return {trace.status()};
  for (size_t i = 0; i < operands.size(); ++i) {
    Result<Tensor> t = operands[i].Read();
    if (!t.ok()) return {t.status()};
    if (Status s = (*trace)->SetInput(static_cast<int>(i), *t); !s.ok()) return {s};
  }
  if (Status s = (*trace)->Run(); !s.ok()) return {std::move(s).At(StrCat("running '", name_, "'"))};
  std::vector<Value> results;
  for (int i = 0; i < (*trace)->num_outputs(); ++i) {
    Result<Tensor> t = (*trace)->GetOutput(i);
    results.push_back(t.ok() ? Value(std::move(t).value()) : Value(t.status()));
  }
  return results;
}

}  // namespace slipway::train
