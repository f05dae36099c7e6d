#pragma once
// Kernels for nodes whose result's shape depends on data, or whose weights do: prepared at each run, when these are
// known.

#include <vector>

#include "interpreter/kernel.h"

namespace slipway::interpreter {

// What Prepare sees then: the types of the plan, the results' shapes, and as constants what is given.
class LateContext final : public PrepareContext {
 public:
  explicit LateContext(const PrepareContext& c) : threads_(c.num_threads()), exact_(c.exact()) {
    for (int i = 0; i < c.num_inputs(); ++i) in_.push_back(c.Has(i) ? c.in(i) : TensorType());
    for (int i = 0; i < c.num_outputs(); ++i) out_.push_back(c.out(i));
  }
  // `value` outlives the context.
  void SetConstant(int input, const Tensor* value) {
    constants_.resize(in_.size(), nullptr);
    constants_[static_cast<size_t>(input)] = value;
  }
  void SetShape(int output, const Shape& shape) { out_[static_cast<size_t>(output)].shape = shape; }

  int num_inputs() const override { return static_cast<int>(in_.size()); }
  bool Has(int i) const override { return i < num_inputs() && in(i).dtype != DType::kInvalid; }
  const TensorType& in(int i) const override { return in_[static_cast<size_t>(i)]; }
  const Tensor* constant(int i) const override {
    return constants_.empty() ? nullptr : constants_[static_cast<size_t>(i)];
  }
  int num_outputs() const override { return static_cast<int>(out_.size()); }
  const TensorType& out(int i) const override { return out_[static_cast<size_t>(i)]; }
  int num_threads() const override { return threads_; }
  bool exact() const override { return exact_; }

 private:
  std::vector<TensorType> in_, out_;
  std::vector<const Tensor*> constants_;  // empty: none
  int threads_;
  bool exact_;
};

// Runs a kernel that was just prepared, with scratch of its own.
inline Code RunLate(const Kernel& kernel, EvalContext& c) {
  Buffer scratch = Buffer::Allocate(kernel.scratch_bytes + 1);
  EvalContext inner = c;
  inner.scratch_ = scratch.mutable_data();
  return kernel.eval(kernel.state.get(), inner);
}

}  // namespace slipway::interpreter
