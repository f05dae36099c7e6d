#include "interpreter/tflite_variables.h"

#include "formats/tflite/options.h"

namespace slipway::interpreter {

using tflite::Builtin;

namespace {

Builtin CodeOf(const tflite::Model& model, const tflite::Operator& op) {
  return model.operator_codes[op.opcode_index].builtin;
}

const tflite::TensorInfo& TensorOf(const tflite::Subgraph& g, int32_t tensor) {
  return g.tensors[static_cast<size_t>(tensor)];
}

}  // namespace

int TfliteVariables::Find(size_t subgraph, int32_t tensor) const {
  auto it = by_tensor_.find({subgraph, tensor});
  return it == by_tensor_.end() ? -1 : it->second;
}

Result<TfliteVariables> TfliteVariables::Read(const tflite::Model& model) {
  TfliteVariables v;
  RETURN_IF_ERROR(v.ReadHandles(model));
  RETURN_IF_ERROR(v.ReadTypes(model));
  for (size_t i : v.initializers_)
    RETURN_IF_ERROR_AT(v.ReadInitializer(model, i), StrCat("graph '", model.subgraphs[i].name, "'"));
  return v;
}

Status TfliteVariables::ReadHandles(const tflite::Model& model) {
  for (size_t i = 0; i < model.subgraphs.size(); ++i)
    for (const tflite::Operator& op : model.subgraphs[i].operators) {
      Builtin code = CodeOf(model, op);
      if (code == Builtin::CALL_ONCE) {
        size_t initializer = 0;
        tflite::OptionsReader options(op.options, tflite::OptionsType::CallOnceOptions);
        options.Int(0, "init_subgraph_index", initializer);
        RETURN_IF_ERROR(options.status());
        if (initializer >= model.subgraphs.size()) return BadInput("CALL_ONCE names a graph that is not there");
        initializers_.insert(initializer);
      }
      if (code != Builtin::VAR_HANDLE || op.outputs.size() != 1 || op.outputs[0] < 0) continue;
      std::pair<std::string, std::string> name;
      tflite::OptionsReader options(op.options, tflite::OptionsType::VarHandleOptions);
      options.String(0, "container", name.first);
      options.String(1, "shared_name", name.second);
      RETURN_IF_ERROR(options.status());
      auto [it, is_new] = by_name_.try_emplace(name, static_cast<int>(variables_.size()));
      if (is_new) variables_.push_back({.name = name.second});
      by_tensor_[{i, op.outputs[0]}] = it->second;
    }
  return OkStatus();
}

Status TfliteVariables::NoteType(int variable, const tflite::Model& model, const tflite::TensorInfo& info) {
  PlanVariable& v = variables_[static_cast<size_t>(variable)];
  ASSIGN_OR_RETURN(TensorType type, tflite::LogicalType(model, info));
  if (type.shape.IsStatic() && v.type.dtype == DType::kInvalid) v.type = type;
  return OkStatus();
}

// From whatever is read from a variable or assigned to it with known sizes.
Status TfliteVariables::ReadTypes(const tflite::Model& model) {
  for (size_t i = 0; i < model.subgraphs.size(); ++i) {
    const tflite::Subgraph& g = model.subgraphs[i];
    for (const tflite::Operator& op : g.operators) {
      int variable = op.inputs.empty() ? -1 : Find(i, op.inputs[0]);
      if (variable < 0) continue;
      Builtin code = CodeOf(model, op);
      if (code == Builtin::ASSIGN_VARIABLE && op.inputs.size() == 2 && op.inputs[1] >= 0)
        RETURN_IF_ERROR(NoteType(variable, model, TensorOf(g, op.inputs[1])));
      if (code == Builtin::READ_VARIABLE && op.outputs.size() == 1 && op.outputs[0] >= 0)
        RETURN_IF_ERROR(NoteType(variable, model, TensorOf(g, op.outputs[0])));
    }
  }
  for (const PlanVariable& v : variables_)
    if (v.type.dtype == DType::kInvalid) return Unsupported("the sizes of variable '", v.name, "' are not known");
  return OkStatus();
}

Status TfliteVariables::ReadInitializer(const tflite::Model& model, size_t subgraph) {
  const tflite::Subgraph& g = model.subgraphs[subgraph];
  for (const tflite::Operator& op : g.operators) {
    Builtin code = CodeOf(model, op);
    if (code == Builtin::VAR_HANDLE) continue;
    int variable = op.inputs.size() == 2 ? Find(subgraph, op.inputs[0]) : -1;
    bool assigns = code == Builtin::ASSIGN_VARIABLE && variable >= 0 && op.inputs[1] >= 0 &&
                   tflite::IsConstant(model, TensorOf(g, op.inputs[1]));
    if (!assigns)
      return Unsupported("it initializes by ", tflite::OperatorName(model, op), ", not by assigning constants");
    PlanVariable& v = variables_[static_cast<size_t>(variable)];
    ASSIGN_OR_RETURN(v.initial, tflite::ConstantTensor(model, TensorOf(g, op.inputs[1])));
    v.type = v.initial.type();
  }
  return OkStatus();
}

}  // namespace slipway::interpreter
