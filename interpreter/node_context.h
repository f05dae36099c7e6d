#pragma once
// A PrepareContext made of plain vectors, and the choice of a kernel from an ordered list of sets.

#include <span>
#include <string>
#include <vector>

#include "interpreter/kernel.h"

namespace slipway::interpreter {

class NodeContext final : public PrepareContext {
 public:
  std::vector<TensorType> inputs;        // dtype kInvalid: absent
  std::vector<const Tensor*> constants;  // as many; nullptr: not constant
  std::vector<TensorType> outputs;
  int threads = 1;
  bool exact_integers = false;

  int num_inputs() const override { return static_cast<int>(inputs.size()); }
  bool Has(int i) const override { return i < num_inputs() && inputs[static_cast<size_t>(i)].dtype != DType::kInvalid; }
  const TensorType& in(int i) const override {
    CHECK(Has(i));
    return inputs[static_cast<size_t>(i)];
  }
  const Tensor* constant(int i) const override { return Has(i) ? constants[static_cast<size_t>(i)] : nullptr; }
  int num_outputs() const override { return static_cast<int>(outputs.size()); }
  const TensorType& out(int i) const override { return outputs[static_cast<size_t>(i)]; }
  int num_threads() const override { return threads; }
  bool exact() const override { return exact_integers; }

  // Result types: Infer's shapes; quantization as Infer says or else as `declared` says (empty, or one per result,
  // whose dtypes must agree).
  Status InferOutputs(const ops::Op&, std::span<const TensorType> declared);
  // Could the operands be this op's, with results of the dtypes that `outputs` has? To be asked where a node's types
  // were replaced: kernels rely on it.
  bool IsWellTyped(const ops::Op&) const;
};

using KernelSets = std::span<const KernelSet* const>;

struct ChosenKernel {
  Kernel kernel;
  const KernelSet* set = nullptr;
};

// Asks the sets in their order. A set that cannot (an empty Kernel or kUnsupported) passes the node on; any other error
// ends the search. When nobody can, the first reason given is the error. Kernels do not see scales where there are only
// integers of 32 bits and more: these are numbers, as in TFLite, and scales belong to what is made of them.
Result<ChosenKernel> ChooseKernel(const ops::Op&, PrepareContext&, KernelSets);

}  // namespace slipway::interpreter
