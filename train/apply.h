#pragma once
// One op call, three contexts. Apply(op, operands) runs the op at once (eager); inside a Tape it also records it, so
// that gradients can be asked for; inside a Trace it only appends a node to a graph. The numbers are the same in all
// three.
//
//   Value y = Relu(MatMul(x, w));            // straight-line code in any context; see train/nn/functional.h
//   RETURN_IF_ERROR(y.status());
//
// A Value is a tensor, a symbol of a trace, or the error that made it impossible: an op applied to an error gives that
// error, so code need not check after every call. Contexts belong to their thread and end with their scope, innermost
// first. Not thread safe; different threads have different contexts.

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/tensor.h"
#include "base/thread_pool.h"
#include "ir/graph.h"
#include "ops/op.h"

namespace slipway::train {

class Trace;
class Tape;

class Value {
 public:
  Value() = default;  // an optional operand that is absent
  Value(Tensor tensor);
  Value(Status error);
  template <class R>  // a template, so that asking what converts to Value does not ask it of Result<Value> first
  requires std::is_same_v<R, Result<Value>> Value(R value)
      : Value(value.ok() ? std::move(value).value() : Value(value.status())) {}

  bool absent() const { return !rep_; }
  bool ok() const { return !rep_ || rep_->status.ok(); }
  Status status() const { return rep_ ? rep_->status : OkStatus(); }
  bool symbolic() const { return rep_ && rep_->trace != 0; }
  // Of an error: f32[].
  const TensorType& type() const;
  DType dtype() const { return type().dtype; }
  const Shape& shape() const { return type().shape; }
  // The elements; an error for a symbol, which has none before its graph runs, and for an error.
  Result<Tensor> Read() const;
  // "f32[2](1, 2)", for a symbol its type and what to do to see elements.
  std::string ToString() const;

  // What a softmax or sigmoid was made of: losses go back to it, as Keras does, because it is more exact.
  Value WithLogits(Value logits) const;
  Value logits() const { return logits_ ? *logits_ : Value(); }

 private:
  friend class Trace;
  friend class Tape;
  struct Rep {
    Status status;
    TensorType type;
    Tensor tensor;
    uint64_t trace = 0;  // serial number of the Trace; 0: eager
    ir::ValueId id = ir::ValueId::kNone;
  };
  explicit Value(std::shared_ptr<const Rep> rep) : rep_(std::move(rep)) {}
  static Value Symbol(uint64_t trace, ir::ValueId id, TensorType type);
  std::shared_ptr<const Rep> rep_;       // what tapes know a value by
  std::shared_ptr<const Value> logits_;  // beside it, so that a value with logits stays the same value
};

// State that outlives a call: a weight, a moving average, an optimizer's slot, a counter. Its memory stays where it is.
class Variable {
 public:
  Variable(std::string name, Tensor initial, bool trainable = true)
      : name(std::move(name)), trainable(trainable), value_(initial.Clone()) {}
  Variable(const Variable&) = delete;

  std::string name;  // "conv2d/kernel"
  bool trainable;
  const TensorType& type() const { return value_.type(); }
  // The elements in place; changing them changes the variable.
  Tensor& tensor() { return value_; }
  const Tensor& tensor() const { return value_; }

 private:
  Tensor value_;
};
using VariablePtr = std::shared_ptr<Variable>;

// The variables that a trace (or several that make one module) uses; ids count from 0.
class VariableTable {
 public:
  int Id(const VariablePtr& variable);  // adds it
  const std::vector<VariablePtr>& variables() const { return variables_; }

 private:
  std::vector<VariablePtr> variables_;
};

// One result (the first, if there are more).
Value Apply(ops::Op op, std::vector<Value> operands);
// All results. On an error at least eight copies of it, so that results can be named without looking.
std::vector<Value> ApplyMany(ops::Op op, std::vector<Value> operands);

// The present elements. Eager: a copy. A Tape notes the reading of a trainable variable.
Value Read(const VariablePtr& variable);
// Gives the variable new elements (of its type).
Status Assign(const VariablePtr& variable, const Value& value);
// Applies an op that works on variables in place: `make` gets their ids.
Status Update(std::span<const VariablePtr> variables, const std::function<ops::Op(std::span<const int> ids)>& make,
              std::vector<Value> operands);

// Names for what is applied while it lives: "digits/conv2d". Origins of nodes and messages quote it.
class NameScope {
 public:
  explicit NameScope(std::string_view name);
  ~NameScope();
  NameScope(const NameScope&) = delete;
};

// Builds a graph: while it lives, ops of this thread append nodes. Values that come from outside become constants.
class Trace {
 public:
  Trace(ir::Graph& graph, VariableTable& variables);
  ~Trace();
  Trace(const Trace&) = delete;

  Value Input(TensorType type, std::string name);
  // Ends the trace: the graph's outputs; nodes that none of them needs are removed.
  Status Finish(std::span<const Value> outputs);

  static Trace* Current();

 private:
  friend class Tape;
  friend Value Apply(ops::Op, std::vector<Value>);
  friend std::vector<Value> ApplyMany(ops::Op, std::vector<Value>);
  friend Value Read(const VariablePtr&);
  friend Status Assign(const VariablePtr&, const Value&);
  friend Status Update(std::span<const VariablePtr>, const std::function<ops::Op(std::span<const int>)>&,
                       std::vector<Value>);
  Result<ir::ValueId> IdOf(const Value& value);
  std::vector<Value> Append(ops::Op op, const std::vector<Value>& operands);

  ir::Graph& graph_;
  VariableTable& variables_;
  const uint64_t serial_;
  std::vector<std::pair<Value, ir::ValueId>> captured_;  // eager values as constants
};

// Records what happens to watched values and trainable variables while it lives, eagerly or in a trace.
//
//   Tape tape;
//   Value loss = ...;
//   std::vector<Value> gradients = tape.Gradients(loss, variables);
//
// Gradients of an outer tape may be taken of those of an inner one (higher orders).
class Tape {
 public:
  Tape();
  ~Tape();
  Tape(const Tape&) = delete;

  // Counts `value` as a source. Only what is computed after this call depends on it.
  void Watch(const Value& value);
  // Of a scalar, in the order of the sources; zeros where it does not depend on one. Errors are in the values. A tape
  // may be asked several times.
  std::vector<Value> Gradients(const Value& target, std::span<const VariablePtr> sources);
  std::vector<Value> Gradients(const Value& target, std::span<const Value> sources);

 private:
  friend std::vector<Value> ApplyMany(ops::Op, std::vector<Value>);
  friend Value Read(const VariablePtr&);
  void Record(const ops::Op& op, const std::vector<Value>& operands, const std::vector<Value>& results);
  void RecordRead(const VariablePtr& variable, const Value& value);
  ir::ValueId Find(const Value& value) const;
  std::vector<Value> Differentiate(const Value& target, const std::vector<ir::ValueId>& sources,
                                   const std::vector<TensorType>& types);
  std::vector<Value> RunNew(const std::vector<ir::ValueId>& wanted);

  struct Recording;
  std::unique_ptr<Recording> recording_;  // nullptr inside a trace, whose graph is recording enough
};

// What eager calls run on. The default: our kernels, one thread.
struct EagerOptions {
  int num_threads = 1;
};
void SetEagerOptions(const EagerOptions& options);

}  // namespace slipway::train
