#pragma once
// One op on given tensors, at once: eager execution, and folding of constants when a plan is made.

#include <span>
#include <vector>

#include "base/tensor.h"
#include "interpreter/kernel.h"
#include "interpreter/node_context.h"

namespace slipway::interpreter {

struct RunOpOptions {
  std::span<const TensorType> out_types;  // as declared: their quantization is taken; empty: as Infer says
  bool exact = false;                     // PrepareContext::exact
  void* const* variables = nullptr;       // memory of the module's variables, by id, for ops that use them
  size_t max_bytes = 0;                   // of all results and scratch; 0: the machine's memory
};

// Infers, prepares and runs. A tensor that is not valid() is an absent operand. All operands count as constants, so
// every result shape that their elements decide is known to the kernel. State operands are copied: what becomes of
// them is lost. Errors start with the op's name. Not for hot loops: prepares each time.
Result<std::vector<Tensor>> RunOp(const ops::Op&, std::span<const Tensor> inputs, KernelSets, ThreadPool&,
                                  const RunOpOptions& = {});

// The last step of RunOp alone, for a kernel that was prepared with these result types; `inputs` point at the operands'
// elements (nullptr: absent).
Result<std::vector<Tensor>> RunPrepared(const ops::Op&, const Kernel&, std::span<const void* const> inputs,
                                        std::vector<TensorType> out_types, ThreadPool&, const RunOpOptions& = {});

}  // namespace slipway::interpreter
