#include "ir/wire/tflite_variables.h"

#include "formats/tflite/element_code.h"
#include "ops/assign_variable/assign_variable.h"
#include "ops/read_variable/read_variable.h"

namespace slipway::wire {

using tflite::Builtin;
using tflite::OptionsType;

namespace {

tflite::Operator MakeOperator(tflite::Model& model, Builtin code, std::vector<int32_t> inputs,
                              std::vector<int32_t> outputs) {
  return {.opcode_index = tflite::AddOperatorCode(model, code, 1),
          .inputs = std::move(inputs),
          .outputs = std::move(outputs)};
}

template <class Fill>
Status FillOptions(OptionsType type, tflite::Operator* op, Fill fill) {
  tflite::OptionsWriter writer(type);
  fill(writer);
  ASSIGN_OR_RETURN(tflite::OptionsTable options, std::move(writer).Finish());
  tflite::SetOptions(*op, std::move(options));
  return OkStatus();
}

}  // namespace

bool TfliteVariables::Touches(const ir::Node& n) {
  return n.op.Is<ops::ReadVariable>() || n.op.Is<ops::AssignVariable>();
}

Result<int32_t> TfliteVariables::HandleOf(int variable, tflite::Subgraph* g) {
  auto [it, is_new] = handles_.try_emplace(variable, static_cast<int32_t>(g->tensors.size()));
  if (!is_new) return it->second;
  const std::string& name = module_.variables[static_cast<size_t>(variable)].name;
  g->tensors.push_back({.name = StrCat(name, "/handle"), .type = *tflite::CodeFromDType(DType::kResource)});
  tflite::Operator op = MakeOperator(model_, Builtin::VAR_HANDLE, {}, {it->second});
  RETURN_IF_ERROR(FillOptions(OptionsType::VarHandleOptions, &op, [&](auto& w) {
    w.String(0, "container", "");
    w.String(1, "shared_name", name);
  }));
  g->operators.push_back(std::move(op));
  return it->second;
}

Status TfliteVariables::Write(const ir::Node& n, const std::vector<int32_t>& inputs,
                              const std::vector<int32_t>& outputs, tflite::Subgraph* g) {
  const auto* read = n.op.As<ops::ReadVariable>();
  int variable = read ? read->variable : n.op.As<ops::AssignVariable>()->variable;
  ASSIGN_OR_RETURN(int32_t handle, HandleOf(variable, g));
  if (read)
    g->operators.push_back(MakeOperator(model_, Builtin::READ_VARIABLE, {handle}, outputs));
  else
    g->operators.push_back(MakeOperator(model_, Builtin::ASSIGN_VARIABLE, {handle, inputs[0]}, {}));
  return OkStatus();
}

Status TfliteVariables::WriteCallOnce(uint32_t initializer, tflite::Subgraph* g) {
  tflite::Operator op = MakeOperator(model_, Builtin::CALL_ONCE, {}, {});
  RETURN_IF_ERROR(
      FillOptions(OptionsType::CallOnceOptions, &op, [&](auto& w) { w.Int(0, "init_subgraph_index", initializer); }));
  g->operators.push_back(std::move(op));
  return OkStatus();
}

Result<tflite::Subgraph> MakeInitializer(const ir::Module& module, const std::set<int>& variables,
                                         tflite::Model* model) {
  tflite::Subgraph g{.name = "initialize_variables"};
  TfliteVariables writer(module, *model);
  for (int id : variables) {
    const ir::Variable& v = module.variables[static_cast<size_t>(id)];
    if (!v.type.shape.IsStatic() || v.type.dtype == DType::kString)
      return Unsupported("variable '", v.name, "' is ", v.type, ", which cannot be initialized in a .tflite file");
    Tensor initial = v.value.valid() ? v.value : Tensor(v.type);
    auto tensor = static_cast<int32_t>(g.tensors.size());
    tflite::TensorInfo info{.name = StrCat(v.name, "/initial")};
    RETURN_IF_ERROR(tflite::SetType(info, v.type));
    info.buffer = tflite::AddBuffer(*model, Buffer::Copy(initial.data(), initial.bytes()));
    g.tensors.push_back(std::move(info));
    ir::Node assign{.op = ops::AssignVariable{.variable = id}};
    RETURN_IF_ERROR(writer.Write(assign, {tensor}, {}, &g));
  }
  return g;
}

}  // namespace slipway::wire
