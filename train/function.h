#pragma once
// Function: a body of op calls, traced once per combination of operand types into a graph that is planned like an
// inference graph and run from then on; running it allocates nothing. Variables that the body reads or changes are
// captured: all traces work on their one memory.
//
//   Function step("train_step", [&](std::span<const Value> in) -> std::vector<Value> { ... return {loss}; });
//   std::vector<Value> results = step({x, y});
//
// Inside of a Trace the body becomes part of that trace; inside of a Tape, and with run_eagerly, it runs op by op: same
// numbers. Not thread safe; functions that share variables must not run at the same time.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "interpreter/interpreter.h"
#include "train/apply.h"

namespace slipway::train {

// One trace, ready to run. Inputs and outputs have memory of their own that stays from run to run.
class Executable {
 public:
  const ir::Graph& graph() const { return *module_.graphs[0]; }
  const TensorType& input_type(int i) const { return runner_->input_type(i); }
  // The type as known before the first run; afterwards with all sizes.
  const TensorType& output_type(int i) const { return runner_->output_type(i); }
  int num_outputs() const { return runner_->num_outputs(); }
  // Copies a tensor of the traced type (unknown sizes filled in) in.
  Status SetInput(int i, const Tensor& tensor) { return runner_->SetInput(i, tensor); }
  // The elements in place; strings are std::string.
  template <class T>
  Result<std::span<T>> Input(int i) {
    return runner_->Input<T>(i);
  }
  template <class T>
  Result<std::span<const T>> Output(int i) {
    return runner_->Output<T>(i);
  }
  Result<Tensor> GetOutput(int i) { return runner_->GetOutput(i); }
  Status Run() { return runner_->Invoke(); }
  size_t arena_bytes() const { return interpreter_->arena_bytes(); }
  void SetObserver(interpreter::Observer* observer) { interpreter_->SetObserver(observer); }

 private:
  friend class Function;
  Executable() = default;
  ir::Module module_;
  std::vector<VariablePtr> variables_;  // keeps their memory alive
  std::unique_ptr<interpreter::Interpreter> interpreter_;
  interpreter::Runner* runner_ = nullptr;
};

struct FunctionOptions {
  std::shared_ptr<ThreadPool> pool;  // unset: one thread
  bool run_eagerly = false;
};

class Function {
 public:
  using Body = std::function<std::vector<Value>(std::span<const Value>)>;
  Function(std::string name, Body body, FunctionOptions options = {});
  Function(Function&&) = default;

  // Results, or (first) the error. A call with operand types that are new is traced first.
  std::vector<Value> operator()(std::vector<Value> operands);
  // The trace for these operand types; unknown dimensions stay open. Owned by the function.
  Result<Executable*> Specialize(std::span<const TensorType> types);

  // The trace for operands like these, if there is one; allocates nothing.
  Executable* Find(std::span<const Tensor> operands);

  int64_t calls() const { return calls_; }
  int64_t traces() const { return static_cast<int64_t>(traces_.size()); }
  // From now on a call that would need a new trace is an error that says which operand changed.
  void Freeze() { frozen_ = true; }

 private:
  Result<std::unique_ptr<Executable>> MakeTrace(std::span<const TensorType> types);
  Status FrozenError(std::span<const TensorType> types) const;

  std::string name_;
  Body body_;
  FunctionOptions options_;
  std::vector<std::pair<std::vector<TensorType>, std::unique_ptr<Executable>>> traces_;
  int64_t calls_ = 0;
  bool frozen_ = false;
};

}  // namespace slipway::train
