#include "ops/tables/tflite_resources.h"

#include <algorithm>

#include "ops/assign_variable/assign_variable.h"
#include "ops/read_variable/read_variable.h"
#include "ops/table_find/table_find.h"
#include "ops/table_import/table_import.h"
#include "ops/table_size/table_size.h"
#include "ops/table_use.h"
#include "ops/tables/tflite.h"

namespace slipway::ops {

namespace {

Builtin CodeOf(const tflite::Model& model, const tflite::Operator& op) {
  return model.operator_codes[op.opcode_index].builtin;
}

const tflite::TensorInfo& TensorOf(const tflite::Subgraph& g, int32_t tensor) {
  return g.tensors[static_cast<size_t>(tensor)];
}

bool IsConstant(const tflite::Model& model, const tflite::Subgraph& g, int32_t tensor) {
  return tensor >= 0 && tflite::IsConstant(model, TensorOf(g, tensor));
}

bool RunsSubgraphs(Builtin code) {
  return code == Builtin::IF || code == Builtin::WHILE || code == Builtin::STABLEHLO_CASE ||
         code == Builtin::STABLEHLO_WHILE || code == Builtin::STABLEHLO_COMPOSITE;
}

// The subgraph of a CALL_ONCE.
Result<size_t> CalledOnce(const tflite::Model& model, const tflite::Operator& op) {
  size_t subgraph = 0;
  tflite::OptionsReader options(op.options, OptionsType::CallOnceOptions);
  options.Int(0, "init_subgraph_index", subgraph);
  RETURN_IF_ERROR(options.status());
  if (subgraph >= model.subgraphs.size()) return BadInput("CALL_ONCE names a graph that is not there");
  return subgraph;
}

}  // namespace

TfliteResource TfliteResources::Find(size_t subgraph, int32_t tensor) const {
  auto it = by_tensor_.find({subgraph, tensor});
  return it == by_tensor_.end() ? TfliteResource{} : it->second;
}

Result<std::vector<GraphUse>> TfliteResources::CalledBy(const tflite::Model& model, const tflite::Operator& op) {
  if (!RunsSubgraphs(CodeOf(model, op))) return std::vector<GraphUse>{};
  TfliteOperator in{.code = CodeOf(model, op), .options = &op.options, .options_2 = &op.options_2};
  ASSIGN_OR_RETURN(Op read, OpFromTflite(in));
  std::vector<GraphUse> uses = GraphsOf(read);
  for (const GraphUse& use : uses)
    if (use.graph < 0 || static_cast<size_t>(use.graph) >= model.subgraphs.size())
      return BadInput(tflite::OperatorName(model, op), " names a graph that is not there");
  return uses;
}

Result<TfliteResources> TfliteResources::Read(const tflite::Model& model) {
  TfliteResources r;
  RETURN_IF_ERROR(r.ReadHandles(model));
  if (r.by_tensor_.empty()) return r;
  RETURN_IF_ERROR(r.ReadCalls(model));
  RETURN_IF_ERROR(r.ReadTypes(model));
  RETURN_IF_ERROR(r.ReadInitializers(model));
  return r;
}

Status TfliteResources::ReadHandles(const tflite::Model& model) {
  for (size_t i = 0; i < model.subgraphs.size(); ++i)
    for (const tflite::Operator& op : model.subgraphs[i].operators) {
      Builtin code = CodeOf(model, op);
      if (op.outputs.size() != 1 || op.outputs[0] < 0) continue;
      if (code == Builtin::VAR_HANDLE) {
        std::pair<std::string, std::string> name;
        tflite::OptionsReader options(op.options, OptionsType::VarHandleOptions);
        options.String(0, "container", name.first);
        options.String(1, "shared_name", name.second);
        RETURN_IF_ERROR(options.status());
        auto [it, is_new] = variable_of_.try_emplace(name, static_cast<int>(variables_.size()));
        if (is_new) variables_.push_back({.name = name.second});
        by_tensor_[{i, op.outputs[0]}] = {TfliteResource::kVariable, it->second};
      } else if (code == Builtin::HASHTABLE) {
        Table table;
        int id = 0;
        tflite::OptionsReader options(op.options, OptionsType::HashtableOptions);
        options.Int(0, "table_id", id);
        options.Type(1, "key_dtype", table.key, DType::kF32);
        options.Type(2, "value_dtype", table.value, DType::kF32);
        RETURN_IF_ERROR(options.status());
        table.name = StrCat("table_", id);
        if (!IsTableKey(table.key) || !IsTableValue(table.value))
          return Unsupported("HASHTABLE ", id, " maps ", table.key, " to ", table.value);
        auto [it, is_new] = table_of_.try_emplace(id, static_cast<int>(tables_.size()));
        if (is_new) tables_.push_back(table);
        const Table& known = tables_[static_cast<size_t>(it->second)];
        if (known.key != table.key || known.value != table.value)
          return BadInput("HASHTABLE ", id, " maps ", table.key, " to ", table.value, " here and ", known.key, " to ",
                          known.value, " elsewhere");
        by_tensor_[{i, op.outputs[0]}] = {TfliteResource::kTable, it->second};
      }
    }
  return OkStatus();
}

std::string TfliteResources::NameOf(TfliteResource r) const {
  size_t i = static_cast<size_t>(r.index);
  return r.kind == TfliteResource::kTable ? StrCat("table '", tables_[i].name, "'")
                                          : StrCat("variable '", variables_[i].name, "'");
}

// Says whether that is news.
Result<bool> TfliteResources::Set(const tflite::Model& model, size_t subgraph, int32_t tensor, TfliteResource r) {
  if (tensor < 0) return false;
  auto [it, is_new] = by_tensor_.try_emplace({subgraph, tensor}, r);
  if (!is_new && !(it->second == r)) {
    const tflite::Subgraph& g = model.subgraphs[subgraph];
    return Unsupported("graph '", g.name, "' uses ", NameOf(it->second), " and ", NameOf(r), " by one handle, '",
                       TensorOf(g, tensor).name, "'");
  }
  return is_new;
}

// Handles among the operands go into the subgraphs that the operator runs, those among their outputs come back.
Result<bool> TfliteResources::Follow(const tflite::Model& model, size_t subgraph, const tflite::Operator& op) {
  bool news = false;
  ASSIGN_OR_RETURN(std::vector<GraphUse> uses, CalledBy(model, op));
  for (const GraphUse& use : uses) {
    size_t called = static_cast<size_t>(use.graph), first = static_cast<size_t>(use.first_operand);
    const tflite::Subgraph& g = model.subgraphs[called];
    for (size_t k = first; k < op.inputs.size() && k - first < g.inputs.size(); ++k) {
      TfliteResource r = Find(subgraph, op.inputs[k]);
      if (r.kind == TfliteResource::kNone) continue;
      ASSIGN_OR_RETURN(bool is_new, Set(model, called, g.inputs[k - first], r));
      news |= is_new;
    }
    for (size_t k = 0; !use.decides && k < op.outputs.size() && k < g.outputs.size(); ++k) {
      TfliteResource r = Find(called, g.outputs[k]);
      if (r.kind == TfliteResource::kNone) continue;
      ASSIGN_OR_RETURN(bool is_new, Set(model, subgraph, op.outputs[k], r));
      news |= is_new;
    }
  }
  return news;
}

Status TfliteResources::ReadCalls(const tflite::Model& model) {
  for (bool news = true; news;) {
    news = false;
    for (size_t i = 0; i < model.subgraphs.size(); ++i)
      for (const tflite::Operator& op : model.subgraphs[i].operators) {
        ASSIGN_OR_RETURN_AT(bool more, Follow(model, i, op), StrCat("graph '", model.subgraphs[i].name, "'"));
        news |= more;
      }
  }
  return OkStatus();
}

Status TfliteResources::NoteType(int variable, const tflite::Model& model, const tflite::TensorInfo& info) {
  Variable& v = variables_[static_cast<size_t>(variable)];
  ASSIGN_OR_RETURN(TensorType type, tflite::LogicalType(model, info));
  if (type.shape.IsStatic() && v.type.dtype == DType::kInvalid) v.type = type;
  return OkStatus();
}

// From whatever is read from a variable or assigned to it with known sizes.
Status TfliteResources::ReadTypes(const tflite::Model& model) {
  for (size_t i = 0; i < model.subgraphs.size(); ++i) {
    const tflite::Subgraph& g = model.subgraphs[i];
    for (const tflite::Operator& op : g.operators) {
      TfliteResource r = op.inputs.empty() ? TfliteResource{} : Find(i, op.inputs[0]);
      if (r.kind != TfliteResource::kVariable) continue;
      Builtin code = CodeOf(model, op);
      if (code == Builtin::ASSIGN_VARIABLE && op.inputs.size() == 2 && op.inputs[1] >= 0)
        RETURN_IF_ERROR(NoteType(r.index, model, TensorOf(g, op.inputs[1])));
      if (code == Builtin::READ_VARIABLE && op.outputs.size() == 1 && op.outputs[0] >= 0)
        RETURN_IF_ERROR(NoteType(r.index, model, TensorOf(g, op.outputs[0])));
    }
  }
  for (const Variable& v : variables_)
    if (v.type.dtype == DType::kInvalid) return Unsupported("the sizes of variable '", v.name, "' are not known");
  return OkStatus();
}

// A subgraph that does more, or that a signature names, is run by its CALL_ONCE.
Status TfliteResources::ReadInitializers(const tflite::Model& model) {
  for (const tflite::Subgraph& g : model.subgraphs)
    for (const tflite::Operator& op : g.operators) {
      if (CodeOf(model, op) != Builtin::CALL_ONCE) continue;
      ASSIGN_OR_RETURN(size_t subgraph, CalledOnce(model, op));
      auto named = [&](const tflite::Signature& s) { return s.subgraph == subgraph; };
      if (std::any_of(model.signatures.begin(), model.signatures.end(), named)) continue;
      if (!OnlyConstants(model, subgraph) || !initializers_.insert(subgraph).second) continue;
      RETURN_IF_ERROR_AT(ReadInitializer(model, subgraph), StrCat("graph '", model.subgraphs[subgraph].name, "'"));
    }
  return OkStatus();
}

bool TfliteResources::OnlyConstants(const tflite::Model& model, size_t subgraph) const {
  const tflite::Subgraph& g = model.subgraphs[subgraph];
  if (subgraph == 0 || !g.inputs.empty() || !g.outputs.empty()) return false;
  return std::all_of(g.operators.begin(), g.operators.end(), [&](const tflite::Operator& op) {
    Builtin code = CodeOf(model, op);
    if (code == Builtin::VAR_HANDLE || code == Builtin::HASHTABLE) return true;
    TfliteResource r = op.inputs.empty() ? TfliteResource{} : Find(subgraph, op.inputs[0]);
    if (code == Builtin::ASSIGN_VARIABLE)
      return r.kind == TfliteResource::kVariable && op.inputs.size() == 2 && IsConstant(model, g, op.inputs[1]);
    return code == Builtin::HASHTABLE_IMPORT && r.kind == TfliteResource::kTable && op.inputs.size() == 3 &&
           IsConstant(model, g, op.inputs[1]) && IsConstant(model, g, op.inputs[2]);
  });
}

Status TfliteResources::ReadInitializer(const tflite::Model& model, size_t subgraph) {
  const tflite::Subgraph& g = model.subgraphs[subgraph];
  for (const tflite::Operator& op : g.operators) {
    Builtin code = CodeOf(model, op);
    if (code == Builtin::ASSIGN_VARIABLE) {
      Variable& v = variables_[static_cast<size_t>(Find(subgraph, op.inputs[0]).index)];
      ASSIGN_OR_RETURN(v.initial, tflite::ConstantTensor(model, TensorOf(g, op.inputs[1])));
      v.type = v.initial.type();
    } else if (code == Builtin::HASHTABLE_IMPORT) {
      Table& t = tables_[static_cast<size_t>(Find(subgraph, op.inputs[0]).index)];
      if (t.keys.valid()) continue;  // filled before
      ASSIGN_OR_RETURN(t.keys, tflite::ConstantTensor(model, TensorOf(g, op.inputs[1])));
      ASSIGN_OR_RETURN(t.values, tflite::ConstantTensor(model, TensorOf(g, op.inputs[2])));
    }
  }
  return OkStatus();
}

std::vector<int32_t> TfliteResources::WithoutHandles(size_t subgraph, const std::vector<int32_t>& tensors) const {
  std::vector<int32_t> kept;
  for (int32_t t : tensors)
    if (!IsHandle(subgraph, t)) kept.push_back(t);
  return kept;
}

Result<TfliteResources::Use> TfliteResources::Translate(const tflite::Model& model, size_t subgraph,
                                                        const tflite::Operator& op) const {
  Builtin code = CodeOf(model, op);
  if (code == Builtin::VAR_HANDLE || code == Builtin::HASHTABLE) return Use{.nothing = true};
  if (code == Builtin::CALL_ONCE) {
    ASSIGN_OR_RETURN(size_t called, CalledOnce(model, op));
    return Use{.nothing = IsInitializer(called)};
  }
  TfliteResource r = op.inputs.empty() ? TfliteResource{} : Find(subgraph, op.inputs[0]);
  if (r.kind == TfliteResource::kNone || RunsSubgraphs(code)) return Use{};
  auto absent = [](int32_t t) { return t < 0; };
  if (std::any_of(op.inputs.begin(), op.inputs.end(), absent) ||
      std::any_of(op.outputs.begin(), op.outputs.end(), absent))
    return BadInput(tflite::OperatorName(model, op), " lacks an operand or a result");
  if (r.kind == TfliteResource::kVariable) {
    const Variable& v = variables_[static_cast<size_t>(r.index)];
    if (code == Builtin::READ_VARIABLE)
      return Use{.op = ReadVariable{.variable = r.index, .dtype = v.type.dtype, .shape = v.type.shape}};
    if (code == Builtin::ASSIGN_VARIABLE)
      return Use{.op = AssignVariable{.variable = r.index}, .origin = StrCat(v.name, "/assign")};
  } else {
    if (code == Builtin::HASHTABLE_FIND) return Use{.op = TableFind{.table = r.index}};
    if (code == Builtin::HASHTABLE_SIZE) return Use{.op = TableSize{.table = r.index, .shape = {1}}};
    if (code == Builtin::HASHTABLE_IMPORT)
      return Use{.op = TableImport{.table = r.index},
                 .origin = StrCat(tables_[static_cast<size_t>(r.index)].name, "/import")};
  }
  return Unsupported(tflite::OperatorName(model, op), " takes the handle of ", NameOf(r));
}

}  // namespace slipway::ops
