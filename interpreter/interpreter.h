#pragma once
// Interpreter: runs a model. The C++ API of the runtime.
//
//   ASSIGN_OR_RETURN(auto model, Model::Load("model.tflite"));
//   ASSIGN_OR_RETURN(auto interpreter, Interpreter::Create(model, {.num_threads = 2}));
//   ASSIGN_OR_RETURN(Runner * runner, interpreter->SignatureRunner("serving_default"));
//   ASSIGN_OR_RETURN(std::span<float> x, runner->Input<float>(0));
//   ...fill x...
//   RETURN_IF_ERROR(runner->Invoke());
//   ASSIGN_OR_RETURN(std::span<const float> y, runner->Output<float>(0));
//
// An Interpreter is used by one thread at a time (Cancel by any); many interpreters may share a Model. Signatures of
// one graph share its tensors, all share the model's variables.

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/executor.h"

namespace slipway::interpreter {

// Which kernels: kAuto the fastest that can, kKernel our own alone, kXnnpack XNNPACK for all f32 nodes that it can and
// our own for the rest, kReference the obvious loops, kBFloat16 as kAuto, but products of f32 may be those of operands
// rounded to bfloat16 (bfloat16/kernels.h).
enum class Backend { kAuto, kReference, kKernel, kXnnpack, kBFloat16 };
// By the name that command lines use ("auto", ...); UsageError lists them.
Result<Backend> BackendFromName(std::string_view name);
std::vector<const KernelSet*> KernelSetsOf(Backend);
// nullptr: none. kUnsupported: kXnnpack where XNNPACK is not built in.
Result<const NodeEngine*> EngineOf(Backend);

struct InterpreterOptions {
  int num_threads = 1;               // 0: as many as this process may use
  std::shared_ptr<ThreadPool> pool;  // used instead of an own one; may be shared
  Backend backend = Backend::kAuto;
  std::vector<const KernelSet*> kernel_sets;  // instead of the backend's, with `engine`
  const NodeEngine* engine = nullptr;
  bool exact = false;                    // integer ops bit for bit as TFLite's reference kernels
  size_t max_arena_bytes = 0;            // 0: the machine's memory
  int max_ops = PlanOptions().max_ops;   // graphs with more are refused
  std::shared_ptr<Variables> variables;  // used instead of own ones; may be shared
};

// One way to call a model: a signature, or a graph with its tensor names. Owned by its Interpreter.
class Runner {
 public:
  int num_inputs() const { return static_cast<int>(inputs_.size()); }
  int num_outputs() const { return static_cast<int>(outputs_.size()); }
  const std::string& input_name(int i) const { return inputs_[static_cast<size_t>(i)].name; }
  const std::string& output_name(int i) const { return outputs_[static_cast<size_t>(i)].name; }
  // -1 if there is none.
  int FindInput(std::string_view name) const;
  int FindOutput(std::string_view name) const;
  // As the model declares it: unknown dimensions may be resized freely.
  const TensorType& declared_input_type(int i) const;
  const TensorType& input_type(int i) const { return executor_->input_type(Input(i)); }
  // Known after Prepare, or after Invoke where the shape depends on data.
  const TensorType& output_type(int i) const { return executor_->output_type(Output(i)); }

  Status ResizeInput(int i, const Shape& shape) { return executor_->ResizeInput(Input(i), shape); }
  // Plans for the present input shapes. Invoke does it where it is not done.
  Status Prepare() { return executor_->Prepare(); }

  // The elements of an input, to be filled; they stay until they are changed, also after Invoke. T is std::string for
  // strings. UsageError if T is another type.
  template <class T>
  Result<std::span<T>> Input(int i) {
    RETURN_IF_ERROR(CheckAccess(i, true, DTypeOf<T>()));
    return std::span<T>(static_cast<T*>(executor_->input_data(Input(i))), Elements(input_type(i)));
  }
  // The elements of an output, valid until the next Invoke or resize.
  template <class T>
  Result<std::span<const T>> Output(int i) {
    RETURN_IF_ERROR(CheckAccess(i, false, DTypeOf<T>()));
    return std::span<const T>(static_cast<const T*>(executor_->output_data(Output(i))), Elements(output_type(i)));
  }
  // The same as bytes; not for strings.
  Result<std::span<std::byte>> InputBytes(int i);
  Result<std::span<const std::byte>> OutputBytes(int i);
  // Copies a tensor in, resizing the input where the shape differs.
  Status SetInput(int i, const Tensor& value);
  // A copy with its type.
  Result<Tensor> GetOutput(int i);

  // Zero-copy: the caller's memory instead of ours, for the present shape, until replaced (nullptr: ours again) or, for
  // inputs, resized. Aligned for the element type; not for strings or shapes that depend on data.
  Status UseInputBuffer(int i, void* data, size_t bytes) { return executor_->UseInputBuffer(Input(i), data, bytes); }
  Status UseOutputBuffer(int i, void* data, size_t bytes) { return executor_->UseOutputBuffer(Output(i), data, bytes); }

  Status Invoke() { return executor_->Run(); }
  // SetInput, Invoke, GetOutput: tensors in the order of the inputs and outputs.
  Result<std::vector<Tensor>> Run(std::span<const Tensor> inputs);

 private:
  friend class Interpreter;
  Runner(Executor* executor, std::vector<PlanArgument> inputs, std::vector<PlanArgument> outputs)
      : executor_(executor), inputs_(std::move(inputs)), outputs_(std::move(outputs)) {}
  int Input(int i) const { return inputs_[static_cast<size_t>(i)].index; }
  int Output(int i) const { return outputs_[static_cast<size_t>(i)].index; }
  static size_t Elements(const TensorType& type) { return static_cast<size_t>(type.shape.Elements()); }
  // The tensor exists, has memory, and (unless kInvalid) this dtype.
  Status CheckAccess(int i, bool input, DType dtype) const;

  Executor* executor_;
  std::vector<PlanArgument> inputs_, outputs_;
};

class Interpreter {
 public:
  static Result<std::unique_ptr<Interpreter>> Create(std::shared_ptr<const Model> model,
                                                     InterpreterOptions options = {});

  const Model& model() const { return *execution_.model; }
  // The main graph (or another), with tensor names.
  Runner& main() { return *graph_runners_[0]; }
  Result<Runner*> GraphRunner(int graph);
  // NotFound names the signatures that exist.
  Result<Runner*> SignatureRunner(std::string_view key);

  Variables& variables() { return *execution_.variables; }
  // Variables and state tensors as they were at first.
  void ResetState();
  // State tensors alone.
  void ResetStateTensors();
  // Where a tensor of a graph is, by its index in PlanGraph::tensors.
  Executor::Location TensorOf(int graph, int tensor) const;
  // Makes the Invoke that runs on another thread return kCancelled after its present op or run of the engine.
  void Cancel() { execution_.cancelled.store(true, std::memory_order_relaxed); }
  // nullptr: none. It must live until it is replaced. While it is set, each node of an engine is built alone, besides.
  void SetObserver(Observer* observer);
  // Bytes of the arenas that are bound now.
  size_t arena_bytes() const;
  // Bytes that the engine (XNNPACK) holds for packed weights and the like.
  size_t engine_bytes() const;
  // OK, or why nodes that the engine took run on our own kernels after all.
  const Status& engine_failure() const { return execution_.engine_failure; }

 private:
  Interpreter() = default;
  Result<Executor*> ExecutorOf(int graph);
  template <class F>
  void ForEachExecutor(const F&) const;

  Execution execution_;
  std::vector<std::unique_ptr<Executor>> executors_;        // by graph, made when first asked for
  std::vector<std::unique_ptr<Runner>> graph_runners_;      // by graph
  std::vector<std::unique_ptr<Runner>> signature_runners_;  // by signature
};

}  // namespace slipway::interpreter
