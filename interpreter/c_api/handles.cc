#include "interpreter/c_api/handles.h"

#include <algorithm>

#include "interpreter/c_api/delegates.h"
#include "interpreter/c_api/operator_node.h"

using namespace slipway;
using namespace slipway::c_api;

namespace {

size_t At(int i) { return static_cast<size_t>(i); }

int Position(const std::vector<int32_t>& tensors, int tensor) {
  auto it = std::find(tensors.begin(), tensors.end(), tensor);
  return it == tensors.end() ? -1 : static_cast<int>(it - tensors.begin());
}

}  // namespace

Result<std::shared_ptr<const interpreter::Model>> TfLiteModel::Shared() const {
  std::lock_guard lock(mutex_);
  if (!shared_) {
    ASSIGN_OR_RETURN(shared_, interpreter::Model::FromTflite(*file));
  }
  return shared_;
}

TfLiteInterpreter* TfLiteInterpreter::Create(const TfLiteModel& model, const TfLiteInterpreterOptions& options,
                                             bool selected) {
  auto self = std::make_unique<TfLiteInterpreter>();
  self->reporter_ = options.reporter.report ? options.reporter : model.reporter;
  return self->reporter_.Passes(self->Load(model, options, selected)) ? self.release() : nullptr;
}

Status TfLiteInterpreter::CheckOperators(const RegisteredOps& ops, bool selected) const {
  for (const tflite::OperatorCode& code : file().operator_codes) {
    bool custom = code.builtin == tflite::Builtin::CUSTOM;
    std::string name = tflite::OperatorName(code);
    Registration found;
    if (!custom && ops.OverridesBuiltin(static_cast<int>(code.builtin), code.version))
      return Unsupported("the options give own code for operator ", name, ": only custom operators can have it");
    if (selected && !(custom && ops.FindCustom(code.custom.c_str(), code.version, &found)))
      return Unsupported("operator ", name, " version ", code.version, " is not among the operators of the options");
  }
  return OkStatus();
}

Status TfLiteInterpreter::Load(const TfLiteModel& model, const TfLiteInterpreterOptions& options, bool selected) {
  file_ = model.file;
  cancellation_ = options.cancellation;
  int threads = options.num_threads;
  if (threads < -1) return UsageError("the number of threads is ", threads, ", expected -1 or more");
  for (TfLiteOpaqueDelegate* delegate : options.delegates) {
    Status applied = ApplyDelegate(delegate, &threads);
    if (!applied.ok() && !options.delegate_fallback) return applied;
    reporter_.Passes(applied);
  }
  threads = std::max(threads, 1);
  RETURN_IF_ERROR(CheckOperators(options.ops, selected));
  int custom = 0;
  for (const tflite::Subgraph& g : file().subgraphs)
    for (const tflite::Operator& op : g.operators)
      custom += file().operator_codes[op.opcode_index].builtin == tflite::Builtin::CUSTOM;
  constexpr int kTemporaries = 64;  // of one operator, on average
  std::vector<std::unique_ptr<GraphContext>> contexts;
  for (size_t g = 0; g < file().subgraphs.size(); ++g)
    contexts.push_back(
        std::make_unique<GraphContext>(file(), static_cast<int>(g), custom * kTemporaries, reporter_, threads));
  OperatorNodes nodes(options.ops, contexts);
  Result<std::shared_ptr<const interpreter::Model>> loaded =
      custom ? interpreter::Model::FromTflite(file(), &nodes) : model.Shared();
  for (auto& context : contexts) {
    graphs_.emplace_back();
    graphs_.back().context = std::move(context);
  }
  if (!loaded.ok()) return std::move(loaded).status();
  ASSIGN_OR_RETURN(interpreter_, interpreter::Interpreter::Create(*loaded, {.num_threads = threads}));
  return ToStatus(RunnerOf(0));
}

Result<interpreter::Runner*> TfLiteInterpreter::RunnerOf(int g) {
  Graph& graph = graphs_[At(g)];
  if (!graph.runner) {
    ASSIGN_OR_RETURN(graph.runner, interpreter_->GraphRunner(g));
  }
  return graph.runner;
}

bool TfLiteInterpreter::Has(int i, size_t count, const char* what) const {
  if (i >= 0 && At(i) < count) return true;
  reporter_.Say("there is no %s %d, there are %zu", what, i, count);
  return false;
}

TfLiteTensor* TfLiteInterpreter::Show(int g, int tensor) {
  std::vector<int>& shown = graphs_[At(g)].shown;
  if (std::find(shown.begin(), shown.end(), tensor) == shown.end()) {
    shown.push_back(tensor);
    Refresh(g, tensor);
  }
  return graphs_[At(g)].context->tensors().at(tensor);
}

void TfLiteInterpreter::Refresh(int g, int tensor) {
  const Graph& graph = graphs_[At(g)];
  TfLiteTensor& t = *graph.context->tensors().at(tensor);
  if (t.allocation_type == kTfLiteMmapRo && t.allocation) return;  // the file's
  interpreter::Executor::Location at = interpreter_->TensorOf(g, tensor);
  bool is_input = Position(this->graph(g).inputs, tensor) >= 0;
  bool known = at.type && at.type->shape.IsStatic() && SetShape(t, at.type->shape);
  if (KeepsDType(DType::kString) && t.type == kTfLiteString) {
    if (is_input) return;  // the program's
    if (known && at.data)
      reporter_.Passes(
          ShowStrings(t, static_cast<const std::string*>(at.data), static_cast<size_t>(at.type->shape.Elements())));
    return;
  }
  TfLiteAllocationType allocation = at.constant                  ? kTfLiteMmapRo
                                    : t.is_variable              ? kTfLiteArenaRwPersistent
                                    : graph.memory.count(tensor) ? kTfLiteCustom
                                                                 : kTfLiteArenaRw;
  ShowData(t, known && graph.allocated ? at.data : nullptr, allocation);
  if (!known) t.bytes = 0;
}

void TfLiteInterpreter::RefreshShown(int g) {
  for (int tensor : graphs_[At(g)].shown) Refresh(g, tensor);
}

TfLiteStatus TfLiteInterpreter::Resize(int g, int input, const int* dims, int rank, bool strict) {
  const std::vector<int32_t>& inputs = graph(g).inputs;
  if (!Has(input, inputs.size(), "input")) return kTfLiteError;
  const tflite::TensorInfo& info = graph(g).tensors[At(inputs[At(input)])];
  auto wrong = [&](const char* why) {
    reporter_.Say("input '%s' cannot be resized: %s", info.name.c_str(), why);
    return kTfLiteError;
  };
  if (rank < 0 || (rank > 0 && !dims)) return wrong("no dimensions are given");
  std::vector<int64_t> wanted(dims, dims + rank);
  Result<Shape> shape = Shape::FromDims(wanted);
  if (!shape.ok()) return wrong(shape.status().message().c_str());
  if (!shape->IsStatic()) return wrong("a dimension is negative");
  const std::vector<int32_t>& declared = info.shape_signature.empty() ? info.shape : info.shape_signature;
  if (strict && declared.size() != wanted.size()) return wrong("the model gives it another rank");
  for (size_t i = 0; strict && i < wanted.size(); ++i)
    if (declared[i] != -1 && declared[i] != wanted[i]) return wrong("the model fixes one of these dimensions");
  Result<interpreter::Runner*> runner = RunnerOf(g);
  if (!reporter_.Passes(runner.status())) return kTfLiteError;
  if ((*runner)->input_type(input).shape == *shape) return kTfLiteOk;
  if (!reporter_.Passes((*runner)->ResizeInput(input, *shape))) return kTfLiteError;
  graphs_[At(g)].allocated = false;
  RefreshShown(g);
  return kTfLiteOk;
}

Status TfLiteInterpreter::ApplyMemory(int g) {
  Graph& self = graphs_[At(g)];
  for (const auto& [tensor, memory] : self.memory) {
    if (int i = Position(graph(g).inputs, tensor); i >= 0)
      RETURN_IF_ERROR(self.runner->UseInputBuffer(i, memory.data, memory.bytes));
    if (int i = Position(graph(g).outputs, tensor); i >= 0)
      RETURN_IF_ERROR(self.runner->UseOutputBuffer(i, memory.data, memory.bytes));
  }
  return OkStatus();
}

TfLiteStatus TfLiteInterpreter::Allocate(int g) {
  Result<interpreter::Runner*> runner = RunnerOf(g);
  if (!reporter_.Passes(runner.status())) return kTfLiteError;
  if (!reporter_.Passes((*runner)->Prepare()) || !reporter_.Passes(ApplyMemory(g))) return kTfLiteError;
  graphs_[At(g)].allocated = true;
  RefreshShown(g);
  return kTfLiteOk;
}

// String inputs lie packed in their TfLiteTensors.
Status TfLiteInterpreter::TakeStrings(int g) {
  if (!KeepsDType(DType::kString)) return OkStatus();
  Graph& self = graphs_[At(g)];
  const std::vector<int32_t>& inputs = graph(g).inputs;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const TfLiteTensor& t = *self.context->tensors().at(inputs[i]);
    if (t.type != kTfLiteString || std::find(inputs.begin(), inputs.begin() + static_cast<ptrdiff_t>(i), inputs[i]) !=
                                       inputs.begin() + static_cast<ptrdiff_t>(i))
      continue;
    int index = static_cast<int>(i);
    ASSIGN_OR_RETURN_AT(std::vector<std::string> strings, StringsOf(t), StrCat("input '", t.name, "'"));
    ASSIGN_OR_RETURN(std::span<std::string> to, self.runner->Input<std::string>(index));
    if (to.size() != strings.size())
      return UsageError("input '", t.name, "' is ", self.runner->input_type(index), " and holds ", strings.size(),
                        " strings");
    std::move(strings.begin(), strings.end(), to.begin());
  }
  return OkStatus();
}

TfLiteStatus TfLiteInterpreter::Invoke(int g) {
  if (!graphs_[At(g)].allocated) {
    reporter_.Say("the tensors have not been allocated: call AllocateTensors before Invoke");
    return kTfLiteError;
  }
  if (!reporter_.Passes(TakeStrings(g))) return kTfLiteError;
  Status status = graphs_[At(g)].runner->Invoke();
  if (!status.ok() && status.kind() == ErrorKind::kCancelled) return kTfLiteCancelled;
  if (!reporter_.Passes(status)) return kTfLiteError;
  RefreshShown(g);
  return kTfLiteOk;
}

TfLiteStatus TfLiteInterpreter::Cancel() {
  if (!cancellation_) {
    reporter_.Say("cancellation is not enabled: TfLiteInterpreterOptionsEnableCancellation does it");
    return kTfLiteError;
  }
  interpreter_->Cancel();
  return kTfLiteOk;
}

TfLiteStatus TfLiteInterpreter::UseMemory(int tensor, const TfLiteCustomAllocation& memory, bool check_alignment) {
  constexpr uintptr_t kTensorAlignment = 64;
  bool at_the_border = Position(graph(0).inputs, tensor) >= 0 || Position(graph(0).outputs, tensor) >= 0;
  if (!at_the_border || graph(0).tensors[At(tensor)].dtype() == DType::kString) {
    reporter_.Say("tensor %d cannot have memory of the program: it is no input or output, or holds strings", tensor);
    return kTfLiteError;
  }
  if (!memory.data || (check_alignment && reinterpret_cast<uintptr_t>(memory.data) % kTensorAlignment != 0)) {
    reporter_.Say("the memory for tensor %d is not aligned to 64 bytes", tensor);
    return kTfLiteError;
  }
  graphs_[0].memory[tensor] = memory;
  graphs_[0].allocated = false;
  return kTfLiteOk;
}
