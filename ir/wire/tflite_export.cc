#include "ir/wire/tflite_export.h"

#include <algorithm>
#include <map>
#include <set>

#include "formats/savedmodel/writer.h"
#include "formats/tflite/string_tensor.h"
#include "ir/wire/tflite_variables.h"
#include "ir/zeros.h"
#include "ops/concat/concat.h"
#include "ops/intermediates.h"
#include "ops/layer_state/layer_state.h"
#include "ops/lstm/lstm.h"
#include "ops/states.h"
#include "ops/strided_slice/strided_slice.h"
#include "ops/tables/custom_options.h"
#include "ops/tables/tflite.h"
#include "ops/zeros_like/zeros_like.h"

namespace slipway::wire {

namespace {

using ir::Graph;
using ir::ValueId;

class SubgraphWriter {
 public:
  SubgraphWriter(const ir::Module& m, const Graph& g, const TfliteExportOptions& options, tflite::Model* model)
      : m_(m), g_(g), options_(options), model_(*model), handles_(m, *model) {
    for (int i = 0; i < g.num_values(); ++i) own_names_.insert(g.value(static_cast<ValueId>(i)).name);
  }

  // `initializes`: the graph starts with the call of the initializer.
  Result<tflite::Subgraph> Write(bool initializes) {
    out_.name = g_.name;
    for (ValueId v : g_.inputs()) {
      ASSIGN_OR_RETURN(int32_t t, TensorOf(v));
      out_.inputs.push_back(t);
    }
    if (initializes) RETURN_IF_ERROR(handles_.WriteCallOnce(static_cast<uint32_t>(m_.graphs.size()), &out_));
    for (ir::NodeId id : g_.Order()) {
      const ir::Node& n = g_.node(id);
      RETURN_IF_ERROR_AT(WriteNode(n), StrCat("'", n.origin, "'"));
    }
    for (ValueId v : g_.outputs()) {
      ASSIGN_OR_RETURN(int32_t t, TensorOf(v));
      out_.outputs.push_back(t);
    }
    return std::move(out_);
  }

 private:
  Result<int32_t> TensorOf(ValueId v) {
    if (v == ValueId::kNone) return tflite::kOptionalTensor;
    auto [it, is_new] = tensors_.try_emplace(v, static_cast<int32_t>(out_.tensors.size()));
    if (!is_new) return it->second;
    const ir::Value& value = g_.value(v);
    tflite::TensorInfo info;
    info.name = UniqueName(value.name);
    RETURN_IF_ERROR_AT(tflite::SetType(info, value.type), StrCat("tensor '", value.name, "'"));
    if (value.constant) {
      const Tensor& t = *value.constant;
      if (t.dtype() == DType::kString) {
        ASSIGN_OR_RETURN(std::string packed, tflite::PackStrings(t.strings()));
        info.buffer = tflite::AddBuffer(model_, Buffer::Copy(packed.data(), packed.size()));
      } else {
        size_t bytes = DTypeBytes(t.dtype(), static_cast<size_t>(t.elements()));
        Buffer all = t.buffer();
        info.buffer = tflite::AddBuffer(model_, all.size() == bytes ? all : Buffer::Copy(all.data(), bytes));
      }
    }
    out_.tensors.push_back(std::move(info));
    return it->second;
  }

  // A second tensor of a name gets one that no value of the graph has.
  std::string UniqueName(const std::string& name) { return savedmodel::UniqueName(name, names_, own_names_); }

  Status WriteNode(const ir::Node& n) {
    ops::TfliteTypes types;
    tflite::Operator op;
    for (ValueId v : n.inputs) {
      types.inputs.push_back(v == ValueId::kNone ? TensorType() : g_.type(v));
      ASSIGN_OR_RETURN(int32_t t, TensorOf(v));
      op.inputs.push_back(t);
    }
    for (ValueId v : n.outputs) {
      types.outputs.push_back(g_.type(v));
      ASSIGN_OR_RETURN(int32_t t, TensorOf(v));
      op.outputs.push_back(t);
    }
    if (n.op.Is<ops::LayerState>()) {
      out_.tensors[static_cast<size_t>(op.outputs[0])].is_variable = true;
      return OkStatus();
    }
    if (n.op.Is<ops::ZerosLike>() && OnlyBeginsStates(n.outputs[0])) return OkStatus();
    RETURN_IF_ERROR(BeginStates(n, &op));
    for (const TensorType& type : ops::IntermediatesOf(n.op)) {
      ASSIGN_OR_RETURN(int32_t t, NewTensor(StrCat(n.origin, "/intermediate"), type));
      op.intermediates.push_back(t);
    }
    if (TfliteVariables::Touches(n)) return handles_.Write(n, op.inputs, op.outputs, &out_);
    ASSIGN_OR_RETURN(ops::TfliteForm form, FormOf(n.op, types));
    const auto* lstm = n.op.As<ops::Lstm>();
    if (!lstm || !lstm->returns_cell) {
      Append(std::move(op), std::move(form));
      return OkStatus();
    }
    int32_t cell = op.outputs[1];
    op.outputs.pop_back();
    Append(op, std::move(form));
    return ReadCell(*lstm, n, op, cell);
  }

  // The cell state, a variable tensor, once the layer has run: a runtime sees that only by an operand that the layer
  // made, so its last output is read along and cut off.
  Status ReadCell(const ops::Lstm& layer, const ir::Node& n, const tflite::Operator& op, int32_t cell) {
    const TensorType &y = g_.type(n.outputs[0]), &c = g_.type(n.outputs[1]);
    const TensorType last_type(y.dtype, {c.shape[0], y.shape.back()});
    const TensorType both_type(y.dtype, {c.shape[0], y.shape.back() + c.shape[1]});
    int32_t last = op.outputs[0];
    if (!layer.one_step) {
      const int time = layer.time_major ? 0 : 1;
      ops::StridedSlice at_last{.begin_mask = 7 & ~(1 << time), .end_mask = 7 & ~(1 << time)};
      at_last.shrink_axis_mask = 1 << time;
      ASSIGN_OR_RETURN(last, NewTensor(StrCat(n.origin, "/last"), last_type));
      RETURN_IF_ERROR(
          WriteSubscript(at_last, op.outputs[0], y, {-(1 - time), -time, 0}, {0, 0, 0}, last, last_type, n.origin));
    }
    ASSIGN_OR_RETURN(int32_t both, NewTensor(StrCat(n.origin, "/cell_and_last"), both_type));
    ASSIGN_OR_RETURN(ops::TfliteForm form, ops::OpToTflite(ops::Concat{.axis = 1}, {{c, last_type}, {both_type}}));
    Append({.inputs = {op.inputs[At(ops::kLstmOperands.cell_state)], last}, .outputs = {both}}, std::move(form));
    return WriteSubscript({.begin_mask = 3, .end_mask = 1}, both, both_type, {0, 0}, {0, c.shape[1]}, cell, c,
                          n.origin);
  }

  Status WriteSubscript(const ops::StridedSlice& slice, int32_t x, const TensorType& x_type,
                        const std::vector<int64_t>& begin, const std::vector<int64_t>& end, int32_t y,
                        const TensorType& y_type, const std::string& origin) {
    const TensorType index(DType::kI32, {static_cast<int64_t>(begin.size())});
    tflite::Operator op{.inputs = {x}, .outputs = {y}};
    for (const auto& list : {begin, end, std::vector<int64_t>(begin.size(), 1)}) {
      ASSIGN_OR_RETURN(int32_t t, NewTensor(StrCat(origin, "/index"), index));
      Tensor values = Tensor::Vector(list, DType::kI32);
      out_.tensors[At(t)].buffer = tflite::AddBuffer(model_, Buffer::Copy(values.data(), values.bytes()));
      op.inputs.push_back(t);
    }
    ASSIGN_OR_RETURN(ops::TfliteForm form, ops::OpToTflite(slice, {{x_type, index, index, index}, {y_type}}));
    Append(std::move(op), std::move(form));
    return OkStatus();
  }

  static size_t At(int32_t i) { return static_cast<size_t>(i); }

  Result<ops::TfliteForm> FormOf(const ops::Op& op, const ops::TfliteTypes& types) const {
    Result<ops::TfliteForm> form = ops::OpToTflite(op, types);
    bool can = form.ok() && ops::WhyCannotRun(options_.target, *form, types).empty();
    return can || !options_.custom_where_target_cannot || !ops::CanBeCustom(op) ? std::move(form) : ops::CustomForm(op);
  }

  void Append(tflite::Operator op, ops::TfliteForm form) {
    op.opcode_index = form.code == tflite::Builtin::CUSTOM
                          ? tflite::AddCustomOperatorCode(model_, form.custom_name, form.version)
                          : tflite::AddOperatorCode(model_, form.code, form.version);
    op.custom_options = std::move(form.custom_options);
    tflite::SetOptions(op, std::move(form.options));
    out_.operators.push_back(std::move(op));
  }

  Result<int32_t> NewTensor(const std::string& name, const TensorType& type) {
    tflite::TensorInfo info{.name = UniqueName(name)};
    RETURN_IF_ERROR_AT(tflite::SetType(info, type), StrCat("tensor '", name, "'"));
    out_.tensors.push_back(std::move(info));
    return static_cast<int32_t>(out_.tensors.size()) - 1;
  }

  bool OnlyBeginsStates(ValueId v) const {
    auto begins = [&](ir::NodeId id) {
      const ir::Node& n = g_.node(id);
      std::span<const int> states = ops::StatesOf(n.op);
      for (size_t k = 0; k < n.inputs.size(); ++k)
        if (n.inputs[k] == v && std::find(states.begin(), states.end(), static_cast<int>(k)) == states.end())
          return false;
      return true;
    };
    const auto& consumers = g_.value(v).consumers;
    return std::all_of(consumers.begin(), consumers.end(), begins) &&
           std::find(g_.outputs().begin(), g_.outputs().end(), v) == g_.outputs().end();
  }

  // States that begin anew in every run: variable tensors that are set before the operator runs.
  Status BeginStates(const ir::Node& n, tflite::Operator* op) {
    for (int i : ops::StatesOf(n.op)) {
      size_t k = static_cast<size_t>(i);
      if (k >= n.inputs.size() || n.inputs[k] == ValueId::kNone || g_.ProducerAs<ops::LayerState>(n.inputs[k]))
        continue;
      const TensorType& type = g_.type(n.inputs[k]);
      int32_t from = op->inputs[k];
      if (g_.ProducerAs<ops::ZerosLike>(n.inputs[k])) {
        ASSIGN_OR_RETURN(from, TensorOf(g_.node(g_.value(n.inputs[k]).producer).inputs[0]));
      }
      ASSIGN_OR_RETURN(int32_t state, NewTensor(StrCat(g_.value(n.inputs[k]).name, "/state"), type));
      out_.tensors[static_cast<size_t>(state)].is_variable = true;
      ops::Op sets = ir::IsZeros(g_, n.inputs[k]) ? ops::Op(ops::ZerosLike{}) : ops::Op(ops::Concat{});
      ASSIGN_OR_RETURN(ops::TfliteForm form, ops::OpToTflite(sets, {{type}, {type}}));
      Append({.inputs = {from}, .outputs = {state}}, std::move(form));
      op->inputs[k] = state;
    }
    return OkStatus();
  }

  const ir::Module& m_;
  const Graph& g_;
  const TfliteExportOptions& options_;
  tflite::Model& model_;
  TfliteVariables handles_;
  tflite::Subgraph out_;
  std::map<ValueId, int32_t> tensors_;
  std::map<std::string, int, std::less<>> names_;
  std::set<std::string> own_names_;
};

// Callers begin with it: a signature's, or the first.
bool IsDoor(const ir::Module& m, int graph) {
  auto named = [&](const ir::Signature& s) { return s.graph == graph; };
  return graph == 0 || std::any_of(m.signatures.begin(), m.signatures.end(), named);
}

}  // namespace

Result<tflite::Model> ExportTflite(const ir::Module& m, const TfliteExportOptions& options) {
  tflite::Model model;
  model.description = options.description;
  TouchedResources touched;
  for (size_t i = 0; i < m.graphs.size(); ++i) {
    const Graph& g = *m.graphs[i];
    TouchedResources here;
    if (IsDoor(m, static_cast<int>(i))) here.AddGraph(m, static_cast<int>(i));
    touched.variables.insert(here.variables.begin(), here.variables.end());
    touched.tables.insert(here.tables.begin(), here.tables.end());
    ASSIGN_OR_RETURN_AT(tflite::Subgraph s, SubgraphWriter(m, g, options, &model).Write(!here.empty()),
                        StrCat("writing '", g.name, "'"));
    model.subgraphs.push_back(std::move(s));
  }
  if (!touched.empty()) {
    ASSIGN_OR_RETURN(tflite::Subgraph initializer, MakeInitializer(m, touched, &model));
    model.subgraphs.push_back(std::move(initializer));
  }
  for (const ir::Signature& s : m.signatures) {
    tflite::Signature out{.key = s.key, .subgraph = static_cast<uint32_t>(s.graph)};
    const tflite::Subgraph& g = model.subgraphs[out.subgraph];
    for (const auto& a : s.inputs)
      out.inputs.push_back({a.name, static_cast<uint32_t>(g.inputs[static_cast<size_t>(a.index)])});
    for (const auto& a : s.outputs)
      out.outputs.push_back({a.name, static_cast<uint32_t>(g.outputs[static_cast<size_t>(a.index)])});
    model.signatures.push_back(std::move(out));
  }
  return model;
}

}  // namespace slipway::wire
