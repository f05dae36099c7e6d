#include "interpreter/interpreter.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "interpreter/bfloat16/kernels.h"
#include "interpreter/external_kernels.h"
#include "interpreter/float_fallback.h"
#include "interpreter/int4_fallback.h"
#include "interpreter/kept.h"
#include "interpreter/out_of_memory.h"
#include "interpreter/xnnpack/engine.h"

namespace slipway::interpreter {

namespace {

size_t At(int i) { return static_cast<size_t>(i); }

struct BackendRow {
  std::string_view name;
  Backend backend;
};
constexpr BackendRow kBackends[] = {{"auto", Backend::kAuto},
                                    {"reference", Backend::kReference},
                                    {"kernel", Backend::kKernel},
                                    {"xnnpack", Backend::kXnnpack},
                                    {"bfloat16", Backend::kBFloat16}};

int Find(const std::vector<PlanArgument>& arguments, std::string_view name) {
  for (size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].name == name) return static_cast<int>(i);
  return -1;
}

size_t MemoryLimit(const InterpreterOptions& options) {
  return options.max_arena_bytes ? options.max_arena_bytes : AvailableMemory();
}

// Is there memory for the variables? A few bytes of a file may declare any size.
Status CheckVariables(const PlanModule& module, size_t limit) {
  size_t sum = 0;
  for (const PlanVariable& v : module.variables) {
    size_t bytes = ClaimedBytes(v.type).value_or(SIZE_MAX);
    if (bytes > limit - sum)
      return MachineError("variable '", v.name, "' is ", v.type, ": with it the variables exceed the limit of ",
                          HumanBytes(limit));
    sum += bytes;
  }
  return OkStatus();
}

}  // namespace

Result<Backend> BackendFromName(std::string_view name) {
  std::vector<std::string_view> names;
  for (const BackendRow& row : kBackends) {
    if (row.name == name) return row.backend;
    names.push_back(row.name);
  }
  return UsageError("there is no backend '", name, "'; there are ", StrJoin(names, ", "));
}

static std::atomic<const KernelSet*> external_kernels = nullptr;

void SetExternalKernels(const KernelSet* kernels) { external_kernels = kernels; }

std::vector<const KernelSet*> KernelSetsOf(Backend backend) {
  std::vector<const KernelSet*> sets = {&OwnKernels()};
  if (backend != Backend::kKernel) sets.push_back(&ReferenceKernels());
  if (backend == Backend::kReference) std::swap(sets[0], sets[1]);
  if constexpr (KeepsAllKernels())
    if (backend == Backend::kBFloat16) sets.insert(sets.begin(), &BFloat16Kernels());
  sets.insert(sets.end(), {&Int4FallbackKernels(), &FloatFallbackKernels()});
  if (const KernelSet* external = external_kernels) sets.push_back(external);
  return sets;
}

Result<const NodeEngine*> EngineOf(Backend backend) {
  if (backend == Backend::kAuto || backend == Backend::kBFloat16) return XnnEngine(XnnUse::kWhereFaster);
  if (backend != Backend::kXnnpack) return static_cast<const NodeEngine*>(nullptr);
  const NodeEngine* engine = XnnEngine(XnnUse::kAll);
  if (!engine) return Unsupported("the backend 'xnnpack' is not built in, or XNNPACK does not know this machine");
  return engine;
}

int Runner::FindInput(std::string_view name) const { return Find(inputs_, name); }
int Runner::FindOutput(std::string_view name) const { return Find(outputs_, name); }

const TensorType& Runner::declared_input_type(int i) const {
  const PlanGraph& g = executor_->graph();
  return g.tensors[At(g.inputs[At(Input(i))])].type;
}

Status Runner::CheckAccess(int i, bool input, DType dtype) const {
  const char* what = input ? "input" : "output";
  int count = input ? num_inputs() : num_outputs();
  if (i < 0 || i >= count) return UsageError("there is no ", what, " ", i, ", there are ", count);
  const std::string& name = input ? input_name(i) : output_name(i);
  const TensorType& type = input ? input_type(i) : output_type(i);
  const void* data = input                   ? executor_->input_data(Input(i))
                     : executor_->prepared() ? executor_->output_data(Output(i))
                                             : nullptr;
  if (dtype != DType::kInvalid && type.dtype != dtype)
    return UsageError(what, " '", name, "' is ", type, ", not ", dtype);
  if (!type.shape.IsStatic() || !data)
    return UsageError(what, " '", name, "' has no elements yet: ",
                      input ? "its shape is not fixed; resize it" : "its shape is known after a run");
  return OkStatus();
}

Result<std::span<std::byte>> Runner::InputBytes(int i) {
  RETURN_IF_ERROR(CheckAccess(i, true, DType::kInvalid));
  const TensorType& type = input_type(i);
  if (type.dtype == DType::kString) return UsageError("input '", input_name(i), "' holds strings, not bytes");
  return std::span(static_cast<std::byte*>(executor_->input_data(Input(i))), *MemoryBytes(type));
}

Result<std::span<const std::byte>> Runner::OutputBytes(int i) {
  RETURN_IF_ERROR(CheckAccess(i, false, DType::kInvalid));
  const TensorType& type = output_type(i);
  if (type.dtype == DType::kString) return UsageError("output '", output_name(i), "' holds strings, not bytes");
  return std::span(static_cast<const std::byte*>(executor_->output_data(Output(i))), *MemoryBytes(type));
}

Status Runner::SetInput(int i, const Tensor& value) {
  return OrOutOfMemory([&]() -> Status {
    if (i < 0 || i >= num_inputs()) return UsageError("there is no input ", i, ", there are ", num_inputs());
    if (value.dtype() != input_type(i).dtype)
      return UsageError("input '", input_name(i), "' is ", input_type(i), ", not ", value.type());
    RETURN_IF_ERROR(ResizeInput(i, value.shape()));
    void* to = executor_->input_data(Input(i));
    if (value.dtype() == DType::kString)
      std::copy(value.strings().begin(), value.strings().end(), static_cast<std::string*>(to));
    else if (size_t bytes = *MemoryBytes(value.type()))
      std::memcpy(to, value.data(), bytes);
    return OkStatus();
  });
}

Result<Tensor> Runner::GetOutput(int i) {
  return OrOutOfMemory([&]() -> Result<Tensor> {
    RETURN_IF_ERROR(CheckAccess(i, false, DType::kInvalid));
    Tensor copy(output_type(i));
    const void* from = executor_->output_data(Output(i));
    if (copy.dtype() == DType::kString)
      std::copy_n(static_cast<const std::string*>(from), copy.elements(), copy.strings().begin());
    else if (size_t bytes = *MemoryBytes(copy.type()))
      std::memcpy(copy.data(), from, bytes);
    return copy;
  });
}

Result<std::vector<Tensor>> Runner::Run(std::span<const Tensor> inputs) {
  return OrOutOfMemory([&]() -> Result<std::vector<Tensor>> {
    if (inputs.size() != inputs_.size()) return UsageError("expected ", inputs_.size(), " inputs, got ", inputs.size());
    for (size_t i = 0; i < inputs.size(); ++i) RETURN_IF_ERROR(SetInput(static_cast<int>(i), inputs[i]));
    RETURN_IF_ERROR(Invoke());
    std::vector<Tensor> outputs;
    for (int i = 0; i < num_outputs(); ++i) {
      ASSIGN_OR_RETURN(Tensor t, GetOutput(i));
      outputs.push_back(std::move(t));
    }
    return outputs;
  });
}

Result<std::unique_ptr<Interpreter>> Interpreter::Create(std::shared_ptr<const Model> model,
                                                         InterpreterOptions options) {
  return OrOutOfMemory([&]() -> Result<std::unique_ptr<Interpreter>> {
    CHECK(model);
    std::unique_ptr<Interpreter> self(new Interpreter);
    int threads = options.pool              ? options.pool->num_threads()
                  : options.num_threads > 0 ? options.num_threads
                                            : ThreadPool::AvailableCpus();
    if (threads > 1024) return UsageError("num_threads is ", threads, ", the limit is 1024");
    Execution& e = self->execution_;
    e.options.kernel_sets = options.kernel_sets;
    e.options.engine = options.engine;
    if (options.kernel_sets.empty()) {
      e.options.kernel_sets = KernelSetsOf(options.backend);
      ASSIGN_OR_RETURN(e.options.engine, EngineOf(options.backend));
    }
    e.options.num_threads = threads;
    e.options.exact = options.exact;
    e.options.max_arena_bytes = options.max_arena_bytes;
    e.options.max_ops = options.max_ops;
    if (Keeps(Part::kResources) && !options.variables)
      RETURN_IF_ERROR(CheckVariables(model->module(), MemoryLimit(options)));
    e.pool = options.pool ? std::move(options.pool) : std::make_shared<ThreadPool>(threads);
    e.variables = options.variables ? std::move(options.variables) : std::make_shared<Variables>(model->module());
    if (e.variables->size() != static_cast<int>(model->module().variables.size()))
      return UsageError("the variables given are those of another model");
    e.model = std::move(model);
    self->executors_.resize(e.model->module().graphs.size());
    self->graph_runners_.resize(e.model->module().graphs.size());
    self->signature_runners_.resize(e.model->module().signatures.size());
    RETURN_IF_ERROR(ToStatus(self->GraphRunner(0)));
    return self;
  });
}

Result<Executor*> Interpreter::ExecutorOf(int graph) {
  std::unique_ptr<Executor>& executor = executors_[At(graph)];
  if (!executor) {
    auto made = std::make_unique<Executor>(execution_, graph);
    RETURN_IF_ERROR(made->Init());
    executor = std::move(made);
  }
  return executor.get();
}

Result<Runner*> Interpreter::GraphRunner(int graph) {
  return OrOutOfMemory([&]() -> Result<Runner*> {
    const auto& graphs = model().module().graphs;
    if (graph < 0 || At(graph) >= graphs.size())
      return UsageError("there is no graph ", graph, ", there are ", graphs.size());
    std::unique_ptr<Runner>& runner = graph_runners_[At(graph)];
    if (runner) return runner.get();
    ASSIGN_OR_RETURN(Executor * executor, ExecutorOf(graph));
    const PlanGraph& g = graphs[At(graph)];
    auto arguments = [&](const std::vector<int>& tensors) {
      std::vector<PlanArgument> list;
      for (int t : tensors) list.push_back({g.tensors[At(t)].name, static_cast<int>(list.size())});
      return list;
    };
    runner.reset(new Runner(executor, arguments(g.inputs), arguments(g.outputs)));
    return runner.get();
  });
}

Result<Runner*> Interpreter::SignatureRunner(std::string_view key) {
  return OrOutOfMemory([&]() -> Result<Runner*> {
    const std::vector<PlanSignature>& signatures = model().module().signatures;
    std::vector<std::string> keys;
    for (size_t i = 0; i < signatures.size(); ++i) {
      const PlanSignature& s = signatures[i];
      keys.push_back(StrCat("'", s.key, "'"));
      if (s.key != key) continue;
      if (!signature_runners_[i]) {
        ASSIGN_OR_RETURN(Executor * executor, ExecutorOf(s.graph));
        signature_runners_[i].reset(new Runner(executor, s.inputs, s.outputs));
      }
      return signature_runners_[i].get();
    }
    if (keys.empty()) return NotFound("there is no signature '", key, "': the model has none");
    return NotFound("there is no signature '", key, "'; there are ", StrJoin(keys, ", "));
  });
}

template <class F>
void Interpreter::ForEachExecutor(const F& f) const {
  for (const auto* list : {&executors_, &execution_.callees})
    for (const auto& executor : *list)
      if (executor) f(*executor);
}

void Interpreter::ResetState() {
  execution_.variables->Reset(model().module());
  ResetStateTensors();
}

void Interpreter::ResetStateTensors() {
  ForEachExecutor([](Executor& e) { e.ResetState(); });
}

void Interpreter::SetObserver(Observer* observer) {
  if (!Keeps(Part::kObservers)) return;
  execution_.observer = observer;
  ForEachExecutor([](Executor& e) { e.BindObserver(); });
}

Executor::Location Interpreter::TensorOf(int graph, int tensor) const {
  const Executor* executor = executors_[At(graph)].get();
  return executor ? executor->tensor(tensor) : Executor::Location{};
}

size_t Interpreter::arena_bytes() const {
  size_t sum = 0;
  ForEachExecutor([&](const Executor& e) { sum += e.arena_bytes(); });
  return sum;
}

size_t Interpreter::engine_bytes() const {
  size_t sum = 0;
  ForEachExecutor([&](const Executor& e) { sum += e.engine_bytes(); });
  return sum;
}

}  // namespace slipway::interpreter
