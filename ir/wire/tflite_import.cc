#include "ir/wire/tflite_import.h"

#include <algorithm>

#include "formats/tflite/stored_constant.h"
#include "ir/calls.h"
#include "ir/zeros.h"
#include "ops/intermediates.h"
#include "ops/layer_state/layer_state.h"
#include "ops/lstm/lstm.h"
#include "ops/own_variable.h"
#include "ops/signal_spectral_subtraction/signal_spectral_subtraction.h"
#include "ops/states.h"
#include "ops/tables/tflite.h"
#include "ops/tables/tflite_resources.h"

namespace slipway::wire {

namespace {

using ir::Graph;
using ir::ValueId;

class SubgraphReader {
 public:
  SubgraphReader(const tflite::Model& model, size_t index, const ops::TfliteResources& resources, ir::Module* m,
                 Graph* g)
      : model_(model),
        index_(index),
        s_(model.subgraphs[index]),
        resources_(resources),
        module_(*m),
        g_(*g),
        values_(s_.tensors.size(), ValueId::kNone) {}

  Status Read(std::vector<std::string>* unknown) {
    for (int32_t t : resources_.WithoutHandles(index_, s_.inputs)) {
      if (Value(t) != ValueId::kNone) return BadInput("tensor ", t, " is an input twice");
      ASSIGN_OR_RETURN(TensorType type, TypeOf(t));
      Value(t) = g_.AddInput(type, Info(t).name);
    }
    for (size_t i = 0; i < s_.operators.size(); ++i) {
      const tflite::Operator& op = s_.operators[i];
      std::string where = StrCat("operator ", i, " (", tflite::OperatorName(model_, op), ")");
      RETURN_IF_ERROR_AT(ReadOperator(op, i, where, unknown), where);
      if (!unknown->empty()) continue;
    }
    if (!unknown->empty()) return OkStatus();
    std::vector<ValueId> outputs;
    for (int32_t t : resources_.WithoutHandles(index_, s_.outputs)) {
      ASSIGN_OR_RETURN(ValueId v, Use(t));
      outputs.push_back(v);
    }
    g_.SetOutputs(std::move(outputs));
    return OkStatus();
  }

 private:
  const tflite::TensorInfo& Info(int32_t t) const { return s_.tensors[static_cast<size_t>(t)]; }
  ValueId& Value(int32_t t) { return values_[static_cast<size_t>(t)]; }
  Result<TensorType> TypeOf(int32_t t) const {
    ASSIGN_OR_RETURN_AT(TensorType type, tflite::LogicalType(model_, Info(t)), StrCat("tensor '", Info(t).name, "'"));
    return type;
  }

  Result<ValueId> Use(int32_t t) {
    if (t == tflite::kOptionalTensor) return ValueId::kNone;
    if (Value(t) != ValueId::kNone) return Value(t);
    const tflite::TensorInfo& info = Info(t);
    if (info.is_variable) {
      ASSIGN_OR_RETURN(TensorType type, TypeOf(t));
      const TensorType types[] = {type};
      ASSIGN_OR_RETURN(std::vector<ValueId> state,
                       g_.AddNode(ops::LayerState{.dtype = type.dtype, .shape = type.shape}, {}, info.name, types));
      g_.SetValueName(state[0], info.name);
      return Value(t) = state[0];
    }
    if (!tflite::IsConstant(model_, info)) return BadInput("tensor '", info.name, "' is used before it is computed");
    ASSIGN_OR_RETURN_AT(Tensor constant, tflite::ConstantTensor(model_, info), StrCat("tensor '", info.name, "'"));
    Value(t) = g_.AddConstant(std::move(constant), info.name);
    return Value(t);
  }

  Status ReadOperator(const tflite::Operator& op, size_t at, const std::string& where,
                      std::vector<std::string>* unknown) {
    const tflite::OperatorCode& code = model_.operator_codes[op.opcode_index];
    Result<ops::TfliteResources::Use> use = resources_.Translate(model_, index_, op);
    if (use.ok() && use->nothing) return OkStatus();
    if (MakesZeroState(op)) return OkStatus();
    RETURN_IF_ERROR(tflite::CheckStoredOperands(model_, s_, op));
    ops::TfliteOperator in{.code = code.builtin,
                           .version = code.version,
                           .custom_name = code.custom,
                           .options = &op.options,
                           .options_2 = &op.options_2,
                           .custom_options = op.custom_options,
                           .body = tflite::BodyOperators(model_, op)};
    std::vector<ValueId> operands;
    std::vector<int32_t> inputs = resources_.WithoutHandles(index_, op.inputs),
                         outputs = resources_.WithoutHandles(index_, op.outputs);
    for (int32_t t : inputs) {
      TensorType type;
      if (t != tflite::kOptionalTensor) {
        ASSIGN_OR_RETURN(type, TypeOf(t));
      }
      in.inputs.push_back(type);
      if (!unknown->empty()) continue;
      ASSIGN_OR_RETURN(ValueId v, Use(t));
      operands.push_back(v);
    }
    for (int32_t t : outputs) {
      if (t == tflite::kOptionalTensor) return Unsupported("a result is absent");
      ASSIGN_OR_RETURN(TensorType type, TypeOf(t));
      if (in.outputs.empty()) in.narrow_bits = tflite::NarrowBits(Info(t));
      in.outputs.push_back(type);
    }
    Result<ops::Op> known = !use.ok()         ? Result<ops::Op>(use.status())
                            : use->op.valid() ? use->op
                                              : ops::OpFromTflite(in);
    if (!known.ok()) {
      if (known.status().kind() != ErrorKind::kUnsupported) return known.status();
      unknown->push_back(StrCat(where, ": ", known.status().message()));
    }
    if (!unknown->empty()) return OkStatus();
    std::string origin = outputs.empty() ? where : Info(outputs[0]).name;
    known = WithVariable(std::move(*known), origin);
    if (!op.intermediates.empty()) {
      ASSIGN_OR_RETURN(std::vector<TensorType> intermediates, IntermediatesOf(op));
      known = ops::WithIntermediates(std::move(*known), intermediates);
    }
    ASSIGN_OR_RETURN(int32_t cell, CellReadAfter(at, inputs, &*known));
    if (cell >= 0) in.outputs.push_back(in.inputs[static_cast<size_t>(ops::kLstmOperands.cell_state)]);
    ASSIGN_OR_RETURN(std::vector<ValueId> results, g_.AddNode(*known, std::move(operands), origin, in.outputs));
    if (cell >= 0) {
      Value(cell) = results.back();
      results.pop_back();
    }
    if (results.size() != outputs.size())
      return BadInput(known->name(), " has ", results.size(), " results, the file lists ", outputs.size());
    for (size_t i = 0; i < results.size(); ++i) {
      if (Value(outputs[i]) != ValueId::kNone) return BadInput("tensor '", Info(outputs[i]).name, "' is written twice");
      Value(outputs[i]) = results[i];
      g_.SetValueName(results[i], Info(outputs[i]).name);
    }
    return OkStatus();
  }

  bool IsReadAfter(size_t at, int32_t t) const {
    auto lists = [&](const std::vector<int32_t>& list) { return std::find(list.begin(), list.end(), t) != list.end(); };
    return lists(s_.outputs) || std::any_of(s_.operators.begin() + static_cast<ptrdiff_t>(at) + 1, s_.operators.end(),
                                            [&](const tflite::Operator& later) { return lists(later.inputs); });
  }

  // The variable tensor of an LSTM's cell state if something reads it after the layer, which then has a result for it.
  // -1: nothing does.
  Result<int32_t> CellReadAfter(size_t at, const std::vector<int32_t>& inputs, ops::Op* op) const {
    int32_t cell = -1;
    for (int i : ops::StatesOf(*op)) {
      size_t k = static_cast<size_t>(i);
      if (k >= inputs.size() || inputs[k] < 0 || !Info(inputs[k]).is_variable || !IsReadAfter(at, inputs[k])) continue;
      const auto* lstm = op->As<ops::Lstm>();
      if (!lstm || i != ops::kLstmOperands.cell_state)
        return Unsupported("'", Info(inputs[k]).name, "', a state, is read after the operator changed it");
      ops::Lstm with_cell = *lstm;
      with_cell.returns_cell = true;
      *op = ops::Op(with_cell);
      cell = inputs[k];
    }
    return cell;
  }

  // What files with f16 weights say of states: zeros as f16, dequantized once. A state begins with zeros anyway.
  bool MakesZeroState(const tflite::Operator& op) const {
    if (model_.operator_codes[op.opcode_index].builtin != tflite::Builtin::DEQUANTIZE) return false;
    if (op.inputs.size() != 1 || op.outputs.size() != 1 || op.inputs[0] < 0 || op.outputs[0] < 0) return false;
    const tflite::TensorInfo& from = Info(op.inputs[0]);
    if (!Info(op.outputs[0]).is_variable || !tflite::IsConstant(model_, from)) return false;
    Result<Tensor> zeros = tflite::ConstantTensor(model_, from);
    ir::Graph g;
    return zeros.ok() && ir::IsZeros(g, g.AddConstant(*std::move(zeros), ""));
  }

  Result<std::vector<TensorType>> IntermediatesOf(const tflite::Operator& op) const {
    std::vector<TensorType> types(op.intermediates.size());
    for (size_t i = 0; i < types.size(); ++i)
      if (op.intermediates[i] >= 0) {
        ASSIGN_OR_RETURN(types[i], TypeOf(op.intermediates[i]));
      }
    return types;
  }

  // An operator that keeps something from run to run gets a variable for it, or that of an equal one in any graph.
  ops::Op WithVariable(ops::Op op, const std::string& origin) {
    std::optional<TensorType> type;
    if (op.Is<ops::SignalSpectralSubtraction>() || op.info().shares_variable) type = ops::OwnVariableOf(op);
    if (!type) return op;
    const std::string name = op.info().shares_variable ? ToString(op) : origin;
    for (size_t i = 0; op.info().shares_variable && i < module_.variables.size(); ++i)
      if (module_.variables[i].name == name && module_.variables[i].type == *type)
        return ops::WithOwnVariable(op, static_cast<int>(i));
    module_.variables.push_back({name, *type, Tensor(*type), false});
    return ops::WithOwnVariable(op, static_cast<int>(module_.variables.size()) - 1);
  }

  const tflite::Model& model_;
  const size_t index_;
  const tflite::Subgraph& s_;
  const ops::TfliteResources& resources_;
  ir::Module& module_;
  Graph& g_;
  std::vector<ValueId> values_;
};

int IndexOf(const std::vector<int32_t>& list, uint32_t tensor) {
  auto it = std::find(list.begin(), list.end(), static_cast<int32_t>(tensor));
  return it == list.end() ? -1 : static_cast<int>(it - list.begin());
}

Status ReadSignature(const tflite::Model& model, const tflite::Signature& s, const ops::TfliteResources& resources,
                     ir::Module* m) {
  ir::Signature out{.key = s.key, .graph = static_cast<int>(s.subgraph)};
  std::vector<int32_t> inputs = resources.WithoutHandles(s.subgraph, model.subgraphs[s.subgraph].inputs),
                       outputs = resources.WithoutHandles(s.subgraph, model.subgraphs[s.subgraph].outputs);
  for (const auto& a : s.inputs) {
    int index = IndexOf(inputs, a.tensor);
    if (index < 0) return BadInput("argument '", a.name, "' is no input of its subgraph");
    out.inputs.push_back({a.name, index});
  }
  for (const auto& a : s.outputs) {
    int index = IndexOf(outputs, a.tensor);
    if (index < 0) return BadInput("result '", a.name, "' is no output of its subgraph");
    out.outputs.push_back({a.name, index});
  }
  m->signatures.push_back(std::move(out));
  return OkStatus();
}

}  // namespace

Result<ir::Module> ImportTflite(const tflite::Model& model) {
  ir::Module m;
  std::vector<std::string> unknown;
  ASSIGN_OR_RETURN(ops::TfliteResources resources, ops::TfliteResources::Read(model));
  for (const auto& v : resources.variables())
    m.variables.push_back({v.name, v.type, v.initial.valid() ? v.initial : Tensor(v.type), IsFloat(v.type.dtype)});
  for (const auto& t : resources.tables()) m.tables.push_back({t.name, t.key, t.value, t.keys, t.values});
  for (size_t i = 0; i < model.subgraphs.size(); ++i) {
    const std::string& name = model.subgraphs[i].name;
    Graph& g = m.AddGraph(name);
    if (resources.IsInitializer(i)) continue;
    RETURN_IF_ERROR_AT(SubgraphReader(model, i, resources, &m, &g).Read(&unknown), StrCat("subgraph '", name, "'"));
  }
  if (!unknown.empty())
    return Unsupported(unknown.size(), " operators are not supported:\n  ", StrJoin(unknown, "\n  "));
  RETURN_IF_ERROR(ir::CheckCalls(m));
  for (const tflite::Signature& s : model.signatures)
    RETURN_IF_ERROR_AT(ReadSignature(model, s, resources, &m), StrCat("signature '", s.key, "'"));
  if (model.signatures.empty()) {
    ir::Signature s{.key = "serving_default"};
    const Graph& g = *m.graphs[0];
    for (size_t i = 0; i < g.inputs().size(); ++i)
      s.inputs.push_back({g.value(g.inputs()[i]).name, static_cast<int>(i)});
    for (size_t i = 0; i < g.outputs().size(); ++i)
      s.outputs.push_back({g.value(g.outputs()[i]).name, static_cast<int>(i)});
    m.signatures.push_back(std::move(s));
  }
  ir::RemoveUnreachedGraphs(m);
  return m;
}

}  // namespace slipway::wire
