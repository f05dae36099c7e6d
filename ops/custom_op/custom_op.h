#pragma once
// CustomOp: an operator of a .tflite file whose meaning somebody registers at run time (interpreter/custom_ops.h).
//
// C1 it has been registered
// C2 operands and results are what the registered functions say

#include "ops/infer.h"
#include "ops/op.h"

namespace slipway::ops {

// The meaning of one node. Called by one thread at a time where it has state of its own (the C API's have), so such a
// module belongs to one interpreter.
class CustomFunctions {
 public:
  virtual ~CustomFunctions() = default;
  // Result types for these operands; a shape that Eval decides by EvalContext::Resize is unknown.
  virtual Result<TensorTypes> Infer(Inputs) const = 0;
  virtual Result<interpreter::Kernel> Prepare(interpreter::PrepareContext&) const = 0;
};

struct CustomOp {
  std::string name;
  std::string options;  // the file's bytes
  std::shared_ptr<const CustomFunctions> functions;

  static void Fields(auto& op, auto&& f) {
    f("name", op.name);
    f("options", op.options);
  }
  static constexpr bool kStateful = true;
};

Result<TensorTypes> Infer(const CustomOp&, Inputs);
Result<interpreter::Kernel> Prepare(const CustomOp&, interpreter::PrepareContext&);

}  // namespace slipway::ops
