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
    // Some files declare codes f32; as in TFLite the op decides.
    DType t = outputs[i].dtype;
    bool codes = t == DType::kI8 || t == DType::kU8 || t == DType::kI16;
    if (declared[i].dtype != t && !(codes && declared[i].dtype == DType::kF32))
      return BadInput(op.name(), ": result ", i, " is declared ", declared[i].dtype, " but is ", outputs[i].dtype);
    if (!declared[i].quant.empty()) outputs[i].quant = declared[i].quant;
    if (declared[i].dtype != t && outputs[i].quant.empty() && !inputs.empty()) outputs[i].quant = inputs[0].quant;
  }
  return OkStatus();
}

bool NodeContext::IsWellTyped(const ops::Op& op) const {
  NodeContext anew;
  anew.inputs = inputs;
  anew.constants = constants;
  if (!anew.InferOutputs(op, {}).ok() || anew.outputs.size() != outputs.size()) return false;
  for (size_t i = 0; i < outputs.size(); ++i)
    if (anew.outputs[i].dtype != outputs[i].dtype) return false;
  return true;
}

namespace {

bool IsPlainInteger(DType t) { return IsInteger(t) && DTypeSize(t) >= 4; }

// Has scales, but of 32-bit integers and wider alone?
bool HasStrayScales(const PrepareContext& c) {
  bool scales = false;
  auto plain = [&](const TensorType& t) {
    scales |= !t.quant.empty();
    return IsPlainInteger(t.dtype) || t.dtype == DType::kBool || t.dtype == DType::kString;
  };
  for (int i = 0; i < c.num_inputs(); ++i)
    if (c.Has(i) && !plain(c.in(i))) return false;
  for (int i = 0; i < c.num_outputs(); ++i)
    if (!plain(c.out(i))) return false;
  return scales;
}

NodeContext WithoutScales(const PrepareContext& c) {
  NodeContext plain;
  for (int i = 0; i < c.num_inputs(); ++i) {
    plain.inputs.push_back(c.Has(i) ? TensorType(c.in(i).dtype, c.in_shape(i)) : TensorType());
    plain.constants.push_back(c.constant(i));
  }
  for (int i = 0; i < c.num_outputs(); ++i) plain.outputs.emplace_back(c.out(i).dtype, c.out(i).shape);
  plain.threads = c.num_threads();
  plain.exact_integers = c.exact();
  return plain;
}

Result<ChosenKernel> Choose(const ops::Op& op, PrepareContext& context, KernelSets sets) {
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

}  // namespace

Result<ChosenKernel> ChooseKernel(const ops::Op& op, PrepareContext& context, KernelSets sets) {
  if (!HasStrayScales(context)) return Choose(op, context, sets);
  NodeContext plain = WithoutScales(context);
  return Choose(op, plain, sets);
}

}  // namespace slipway::interpreter
