#include "interpreter/node_context.h"

namespace slipway::interpreter {

Status NodeContext::InferOutputs(const ops::Op& op, std::span<const TensorType> declared) {
  std::vector<ops::InferInput> operands(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i].dtype != DType::kInvalid) operands[i] = {&inputs[i], constants[i]};
  ASSIGN_OR_RETURN(outputs, ops::InferTypes(op, ops::Inputs(operands)));
  if (declared.empty()) return OkStatus();
  if (declared.size() != outputs.size())
    return BadInput(op.name(), " has ", outputs.size(), " results, ", declared.size(), " are declared");
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (declared[i].dtype != outputs[i].dtype)
      return BadInput(op.name(), ": result ", i, " is declared ", declared[i].dtype, " but is ", outputs[i].dtype);
    if (!declared[i].quant.empty()) outputs[i].quant = declared[i].quant;
  }
  return OkStatus();
}

Result<ChosenKernel> ChooseKernel(const ops::Op& op, PrepareContext& context, KernelSets sets) {
  Status refusal;
  for (const KernelSet* set : sets) {
    Result<Kernel> kernel = set->prepare(op, context);
    if (kernel.ok()) {
      if (kernel->eval) return ChosenKernel{std::move(*kernel), set};
    } else if (kernel.status().kind() != ErrorKind::kUnsupported) {
      return std::move(kernel).status();
    } else if (refusal.ok()) {
      refusal = std::move(kernel).status();
    }
  }
  if (!refusal.ok()) return refusal;
  return NoKernelFor(op.name(), context);
}

}  // namespace slipway::interpreter
