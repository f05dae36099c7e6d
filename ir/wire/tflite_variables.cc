#include "ir/wire/tflite_variables.h"

#include "formats/tflite/element_code.h"
#include "formats/tflite/string_tensor.h"
#include "ops/assign_variable/assign_variable.h"
#include "ops/graph_use.h"
#include "ops/read_variable/read_variable.h"
#include "ops/table_find/table_find.h"
#include "ops/table_import/table_import.h"
#include "ops/table_use.h"

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
  return n.op.Is<ops::ReadVariable>() || n.op.Is<ops::AssignVariable>() || ops::TableOf(n.op) >= 0;
}

void TouchedResources::Add(const ir::Node& n) {
  // What else has variables keeps them to itself: in a file they are part of the operator.
  if (n.op.Is<ops::ReadVariable>() || n.op.Is<ops::AssignVariable>())
    for (const ops::VariableTouch& t : n.op.info().variables(n.op.data())) variables.insert(t.variable);
  if (int table = ops::TableOf(n.op); table >= 0) tables.insert(table);
}

void TouchedResources::AddGraph(const ir::Module& m, int graph) {
  if (!graphs.insert(graph).second) return;
  const ir::Graph& g = *m.graphs[static_cast<size_t>(graph)];
  for (ir::NodeId id : g.Order()) {
    Add(g.node(id));
    for (const ops::GraphUse& use : ops::GraphsOf(g.node(id).op)) AddGraph(m, use.graph);
  }
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

// LiteRT counts variables from 0 and keeps them beside the tables, by number.
constexpr int kFirstTableId = 1 << 20;

Result<int32_t> TfliteVariables::TableHandleOf(int table, tflite::Subgraph* g) {
  auto [it, is_new] = table_handles_.try_emplace(table, static_cast<int32_t>(g->tensors.size()));
  if (!is_new) return it->second;
  const ir::Table& t = module_.tables[static_cast<size_t>(table)];
  tflite::TensorInfo handle{.name = StrCat(t.name, "/handle"), .type = *tflite::CodeFromDType(DType::kResource)};
  handle.shape = {1};
  handle.has_rank = true;
  g->tensors.push_back(std::move(handle));
  tflite::Operator op = MakeOperator(model_, Builtin::HASHTABLE, {}, {it->second});
  RETURN_IF_ERROR(FillOptions(OptionsType::HashtableOptions, &op, [&](auto& w) {
    w.Int(0, "table_id", kFirstTableId + table);
    w.Type(1, "key_dtype", t.key, DType::kF32);
    w.Type(2, "value_dtype", t.value, DType::kF32);
  }));
  g->operators.push_back(std::move(op));
  return it->second;
}

Status TfliteVariables::WriteTable(const ir::Node& n, int table, const std::vector<int32_t>& inputs,
                                   const std::vector<int32_t>& outputs, tflite::Subgraph* g) {
  ASSIGN_OR_RETURN(int32_t handle, TableHandleOf(table, g));
  std::vector<int32_t> operands{handle};
  operands.insert(operands.end(), inputs.begin(), inputs.end());
  Builtin code = n.op.Is<ops::TableFind>()     ? Builtin::HASHTABLE_FIND
                 : n.op.Is<ops::TableImport>() ? Builtin::HASHTABLE_IMPORT
                                               : Builtin::HASHTABLE_SIZE;
  g->operators.push_back(MakeOperator(model_, code, std::move(operands), outputs));
  return OkStatus();
}

Status TfliteVariables::Write(const ir::Node& n, const std::vector<int32_t>& inputs,
                              const std::vector<int32_t>& outputs, tflite::Subgraph* g) {
  if (int table = ops::TableOf(n.op); table >= 0) return WriteTable(n, table, inputs, outputs, g);
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

static Result<int32_t> AddConstant(const Tensor& t, std::string name, tflite::Model* model, tflite::Subgraph* g) {
  tflite::TensorInfo info{.name = std::move(name)};
  RETURN_IF_ERROR(tflite::SetType(info, t.type()));
  if (t.dtype() == DType::kString) {
    ASSIGN_OR_RETURN(std::string packed, tflite::PackStrings(t.strings()));
    info.buffer = tflite::AddBuffer(*model, Buffer::Copy(packed.data(), packed.size()));
  } else {
    info.buffer = tflite::AddBuffer(*model, Buffer::Copy(t.data(), t.bytes()));
  }
  g->tensors.push_back(std::move(info));
  return static_cast<int32_t>(g->tensors.size()) - 1;
}

Result<tflite::Subgraph> MakeInitializer(const ir::Module& module, const TouchedResources& touched,
                                         tflite::Model* model) {
  tflite::Subgraph g{.name = "initialize_variables"};
  TfliteVariables writer(module, *model);
  for (int id : touched.tables) {
    const ir::Table& t = module.tables[static_cast<size_t>(id)];
    if (!t.keys.valid()) continue;
    ASSIGN_OR_RETURN(int32_t keys, AddConstant(t.keys, StrCat(t.name, "/keys"), model, &g));
    ASSIGN_OR_RETURN(int32_t values, AddConstant(t.values, StrCat(t.name, "/values"), model, &g));
    ir::Node import{.op = ops::TableImport{.table = id}};
    RETURN_IF_ERROR(writer.Write(import, {keys, values}, {}, &g));
  }
  for (int id : touched.variables) {
    const ir::Variable& v = module.variables[static_cast<size_t>(id)];
    if (!v.type.shape.IsStatic() || v.type.dtype == DType::kString)
      return Unsupported("variable '", v.name, "' is ", v.type, ", which cannot be initialized in a .tflite file");
    Tensor initial = v.value.valid() ? v.value : Tensor(v.type);
    ASSIGN_OR_RETURN(int32_t tensor, AddConstant(initial, StrCat(v.name, "/initial"), model, &g));
    ir::Node assign{.op = ops::AssignVariable{.variable = id}};
    RETURN_IF_ERROR(writer.Write(assign, {tensor}, {}, &g));
  }
  return g;
}

}  // namespace slipway::wire
