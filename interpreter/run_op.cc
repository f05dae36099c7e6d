#include "interpreter/run_op.h"

#include "interpreter/memory.h"
#include "ops/states.h"

namespace slipway::interpreter {

namespace {

// What a kernel is bound to when there is no plan: the results grow as their shapes become known.
class OneRun {
 public:
  OneRun(std::vector<TensorType> types, size_t max_bytes)
      : types_(std::move(types)), max_bytes_(max_bytes), results_(types_.size()), out_(types_.size(), nullptr) {
    for (size_t i = 0; i < types_.size() && code_ == Code::kOk; ++i)
      if (types_[i].shape.IsStatic()) code_ = Allocate(i, types_[i].shape);
  }

  Code Run(const Kernel& kernel, std::span<const void* const> inputs, ThreadPool& pool, void* const* variables) {
    if (code_ != Code::kOk) return code_;
    if (kernel.scratch_bytes > max_bytes_ - used_) return Code::kOutOfMemory;
    Block scratch;
    if (kernel.scratch_bytes && !scratch.Reserve(kernel.scratch_bytes).ok()) return Code::kOutOfMemory;
    EvalContext c;
    c.in_ = inputs.data();
    c.out_ = out_.data();
    c.scratch_ = scratch.data();
    c.pool_ = &pool;
    c.variables_ = variables;
    c.owner_ = this;
    c.message_ = &message_;
    c.resize_ = [](EvalContext* context, int i, const Shape& shape) {
      OneRun* self = static_cast<OneRun*>(context->owner_);
      if (i < 0 || static_cast<size_t>(i) >= self->types_.size() || !shape.IsStatic()) return Code::kBadShape;
      const Shape& declared = self->types_[static_cast<size_t>(i)].shape;
      if (!Compatible(declared, shape))
        return context->Fail(Code::kBadShape, "the result has shape ", shape, ", not ", declared);
      return self->Allocate(static_cast<size_t>(i), shape);
    };
    return kernel.eval(kernel.state.get(), c);
  }

  std::vector<Tensor> TakeResults() { return std::move(results_); }
  std::string_view Why(Code code) const { return FailureText(code, message_); }

 private:
  Code Allocate(size_t i, const Shape& shape) {
    TensorType type(types_[i].dtype, shape, types_[i].quant);
    std::optional<size_t> bytes = MemoryBytes(type), claimed = ClaimedBytes(type);
    if (!claimed || *claimed > max_bytes_ - used_) {
      message_.Clear();
      message_.Append("there is no memory for a result of shape ", shape);
      return Code::kOutOfMemory;
    }
    used_ += *bytes;
    results_[i] = Tensor(std::move(type));
    out_[i] = const_cast<void*>(ElementsOf(results_[i]));
    return Code::kOk;
  }

  std::vector<TensorType> types_;
  size_t max_bytes_, used_ = 0;
  std::vector<Tensor> results_;
  std::vector<void*> out_;
  Code code_ = Code::kOk;
  FixedText message_;
};

}  // namespace

Result<std::vector<Tensor>> RunOp(const ops::Op& op, std::span<const Tensor> inputs, KernelSets sets, ThreadPool& pool,
                                  const RunOpOptions& options) {
  NodeContext context;
  for (const Tensor& t : inputs) {
    context.inputs.push_back(t.valid() ? t.type() : TensorType());
    context.constants.push_back(t.valid() ? &t : nullptr);
  }
  std::vector<Tensor> states;
  std::vector<const void*> in;
  for (const Tensor& t : inputs) in.push_back(t.valid() ? ElementsOf(t) : nullptr);
  for (int i : ops::StatesOf(op)) {
    size_t k = static_cast<size_t>(i);
    if (k >= inputs.size() || !inputs[k].valid()) return BadInput(op.name(), ": operand ", i, ", a state, is missing");
    context.constants[k] = nullptr;
    states.push_back(inputs[k].Clone());
    in[k] = ElementsOf(states.back());
  }
  context.threads = pool.num_threads();
  context.exact_integers = options.exact;
  RETURN_IF_ERROR(context.InferOutputs(op, options.out_types));
  ASSIGN_OR_RETURN_AT(ChosenKernel chosen, ChooseKernel(op, context, sets), op.name());
  return RunPrepared(op, chosen.kernel, in, std::move(context.outputs), pool, options);
}

Result<std::vector<Tensor>> RunPrepared(const ops::Op& op, const Kernel& kernel, std::span<const void* const> inputs,
                                        std::vector<TensorType> out_types, ThreadPool& pool,
                                        const RunOpOptions& options) {
  OneRun run(std::move(out_types), options.max_bytes ? options.max_bytes : AvailableMemory());
  Code code = run.Run(kernel, inputs, pool, options.variables);
  if (code == Code::kOutOfMemory) return MachineError(op.name(), ": ", run.Why(code));
  if (code != Code::kOk) return BadInput(op.name(), ": ", run.Why(code));
  std::vector<Tensor> results = run.TakeResults();
  for (const Tensor& t : results) CHECK(t.valid());
  return results;
}

}  // namespace slipway::interpreter
