#include "ir/wire/tf_export.h"

#include <set>
#include <unordered_map>

#include "formats/savedmodel/writer.h"
#include "ir/calls.h"
#include "ir/wire/tf.h"
#include "ir/wire/tf_problems.h"
#include "ops/assign_variable/assign_variable.h"
#include "ops/call/call.h"
#include "ops/call_once/call_once.h"
#include "ops/if/if.h"
#include "ops/read_variable/read_variable.h"
#include "ops/switch_case/switch_case.h"
#include "ops/table_find/table_find.h"
#include "ops/table_import/table_import.h"
#include "ops/table_use.h"
#include "ops/while/while.h"

namespace slipway::wire {

namespace {

std::string RefText(const TfRef& r) { return r.arg.empty() ? r.node : StrCat(r.node, ":", r.arg, ":", r.index); }

// What all bodies of one export share.
struct Export {
  const ir::Module& module;
  Problems& problems;
  std::vector<savedmodel::Function>& functions;   // of branches and loops
  std::map<std::string, int, std::less<>> names;  // of functions
};

// The variables that a graph uses, in graphs that it runs, too; `written`: those that it assigns.
struct GraphVariables {
  std::set<int> graphs, used, written, tables;
  void Add(const ir::Module& m, int graph) {
    if (!graphs.insert(graph).second) return;
    const ir::Graph& g = *m.graphs[static_cast<size_t>(graph)];
    for (ir::NodeId id : g.Order()) {
      const ir::Node& n = g.node(id);
      if (const auto* read = n.op.As<ops::ReadVariable>()) used.insert(read->variable);
      if (const auto* assign = n.op.As<ops::AssignVariable>()) {
        used.insert(assign->variable);
        written.insert(assign->variable);
      }
      if (int table = ops::TableOf(n.op); table >= 0) tables.insert(table);
      for (const ops::GraphUse& use : ops::GraphsOf(n.op)) Add(m, use.graph);
    }
  }
};

// The body of one signature's function, or of a branch's or loop's, while it is written.
class BodyWriter {
 public:
  BodyWriter(Export& all, const ir::Graph& graph, savedmodel::ExportSignature& body)
      : export_(all), module_(all.module), graph_(graph), body_(body), problems_(all.problems) {
    for (ir::NodeId id : graph.Order()) own_names_.insert(savedmodel::NodeName(graph.node(id).origin));
  }

  void Write(const ir::Signature& signature) {
    AddArguments(signature);
    for (ir::NodeId id : graph_.Order()) WriteNode(graph_.node(id));
    for (const ir::SignatureArgument& output : signature.outputs) {
      ir::ValueId v = graph_.outputs()[static_cast<size_t>(output.index)];
      const TensorType& type = graph_.type(v);
      body_.outputs.push_back({output.name, type.dtype, type.shape, RefText(RefOf(v))});
    }
  }

  // The function of a graph: its arguments are the graph's inputs and the handles of `variables`, which it also returns
  // if `passes_handles`. Its name.
  static std::string WriteFunction(Export& all, const ir::Graph& graph, const GraphVariables& variables,
                                   bool passes_handles, bool decides);

  const ir::Graph& graph() const { return graph_; }
  // A second node of a name gets one that no node of the graph has.
  std::string FreshName(std::string_view name) {
    return savedmodel::UniqueName(savedmodel::NodeName(name), names_, own_names_);
  }
  void AddNode(savedmodel::Node node) { body_.nodes.push_back(std::move(node)); }
  TfRef AddConstant(const Tensor& t, std::string_view name) {
    std::string node = FreshName(name);
    Tensor plain = t;
    plain.mutable_type().quant = {};
    AddNode({node, "Const", {}, {{"dtype", t.dtype()}, {"value", plain}}});
    return {node, "output", 0};
  }
  // A value that a node before made, an argument, or a constant, written when it is first used.
  TfRef RefOf(ir::ValueId v) {
    auto it = refs_.find(v);
    if (it != refs_.end()) return it->second;
    if (const Tensor* constant = graph_.ConstantOf(v))
      return refs_[v] = AddConstant(*constant, graph_.value(v).name.empty() ? "Const" : graph_.value(v).name);
    return {"missing", "output", 0};  // its producer is among the problems
  }
  void SetRef(ir::ValueId v, TfRef ref) { refs_[v] = std::move(ref); }

 private:
  struct Access {
    std::string handle;              // argument
    std::string write;               // the last one
    std::vector<std::string> reads;  // since then
  };

  void AddArguments(const ir::Signature& signature) {
    for (const ir::SignatureArgument& input : signature.inputs) {
      ir::ValueId v = graph_.inputs()[static_cast<size_t>(input.index)];
      const TensorType& type = graph_.type(v);
      std::string argument = savedmodel::UniqueName(savedmodel::ArgumentName(input.name), names_);
      body_.inputs.push_back({input.name, type.dtype, type.shape, argument});
      refs_[v] = {argument, "", 0};
    }
    for (ir::NodeId id : graph_.Order()) {
      const ir::Node& node = graph_.node(id);
      if (const auto* read = node.op.As<ops::ReadVariable>()) Capture(read->variable, node.origin);
      if (const auto* assign = node.op.As<ops::AssignVariable>()) Capture(assign->variable, NameOf(assign->variable));
      if (int table = ops::TableOf(node.op); table >= 0) CaptureTable(table);
      GraphVariables inner = VariablesOf(node);
      for (int variable : inner.used) Capture(variable, NameOf(variable));
      for (int table : inner.tables) CaptureTable(table);
    }
  }

  const std::string& NameOf(int variable) const { return module_.variables[static_cast<size_t>(variable)].name; }

  // Of the graphs that a node runs.
  GraphVariables VariablesOf(const ir::Node& node) const {
    GraphVariables v;
    for (const ops::GraphUse& use : ops::GraphsOf(node.op)) v.Add(module_, use.graph);
    return v;
  }

  void Capture(int variable, const std::string& name) {
    auto [it, added] = variables_.try_emplace(variable);
    if (!added) return;
    it->second.handle = savedmodel::UniqueName(savedmodel::ArgumentName(StrCat(name, "_resource")), names_);
    body_.captures.push_back({it->second.handle, variable});
  }

  void CaptureTable(int table) {
    auto [it, added] = tables_.try_emplace(table);
    if (!added) return;
    const std::string& name = module_.tables[static_cast<size_t>(table)].name;
    it->second = savedmodel::UniqueName(savedmodel::ArgumentName(StrCat(name, "_table")), names_);
    body_.captures.push_back({it->second, table, true});
  }

  static std::vector<std::string> Waiting(std::string input, const std::vector<std::string>& nodes) {
    std::vector<std::string> inputs{std::move(input)};
    for (const std::string& node : nodes) inputs.push_back(StrCat("^", node));
    return inputs;
  }

  void WriteRead(const ir::Node& node, int variable) {
    Access& access = variables_[variable];
    std::string name = FreshName(node.origin);
    std::vector<std::string> before;
    if (!access.write.empty()) before.push_back(access.write);
    AddNode({name, "ReadVariableOp", Waiting(access.handle, before), {{"dtype", graph_.type(node.outputs[0]).dtype}}});
    access.reads.push_back(name);
    refs_[node.outputs[0]] = {name, "value", 0};
  }

  void WriteAssign(const ir::Node& node, int variable) {
    Access& access = variables_[variable];
    std::string name = FreshName(node.origin);
    std::vector<std::string> inputs = Waiting(access.handle, access.reads);
    if (!access.write.empty()) inputs.push_back(StrCat("^", access.write));
    inputs.insert(inputs.begin() + 1, RefText(RefOf(node.inputs[0])));
    AddNode({name, "AssignVariableOp", inputs, {{"dtype", graph_.type(node.inputs[0]).dtype}}});
    access.write = name;
    access.reads.clear();
    body_.effects.push_back(name);
  }

  // Waits for what the graphs' variables wait for; what comes later waits for it.
  void Order(const ir::Node& node, const GraphVariables& variables, savedmodel::Node* made) {
    for (int v : variables.used) {
      Access& access = variables_[v];
      bool writes = variables.written.count(v) > 0;
      if (!access.write.empty()) made->inputs.push_back(StrCat("^", access.write));
      for (const std::string& read : access.reads)
        if (writes) made->inputs.push_back(StrCat("^", read));
      if (writes) {
        access.write = made->name;
        access.reads.clear();
      } else {
        access.reads.push_back(made->name);
      }
    }
    if (!variables.written.empty()) body_.effects.push_back(made->name);
    for (size_t k = 0; k < node.outputs.size(); ++k)
      refs_[node.outputs[k]] = {made->name, "output", static_cast<int>(k)};
  }

  // A decision as TensorFlow wants it: a scalar.
  TfRef AsScalar(ir::ValueId v, const std::string& origin) {
    const Shape& shape = graph_.type(v).shape;
    if (shape.has_rank() && shape.rank() == 0) return RefOf(v);
    std::string name = FreshName(StrCat(origin, "/scalar"));
    TfRef empty = AddConstant(Tensor(DType::kI32, {0}), StrCat(origin, "/scalar/shape"));
    AddNode(
        {name, "Reshape", {RefText(RefOf(v)), RefText(empty)}, {{"T", graph_.type(v).dtype}, {"Tshape", DType::kI32}}});
    return {name, "output", 0};
  }

  Status WriteTable(const ir::Node& node, int table) {
    const std::string& handle = tables_[table];
    if (!module_.tables[static_cast<size_t>(table)].keys.valid() || node.op.Is<ops::TableImport>())
      return Unsupported("a table that is filled when running has no TensorFlow form here");
    const ir::Table& t = module_.tables[static_cast<size_t>(table)];
    std::string name = FreshName(node.origin);
    if (node.op.Is<ops::TableFind>()) {
      std::string keys = RefText(RefOf(node.inputs[0])), missing = RefText(AsScalar(node.inputs[1], node.origin));
      AddNode({name, "LookupTableFindV2", {handle, keys, missing}, {{"Tin", t.key}, {"Tout", t.value}}});
      refs_[node.outputs[0]] = {name, "values", 0};
      return OkStatus();
    }
    AddNode({name, "LookupTableSizeV2", {handle}, {}});
    refs_[node.outputs[0]] = {name, "size", 0};
    const Shape& shape = graph_.type(node.outputs[0]).shape;
    if (shape.rank() == 0) return OkStatus();
    TfRef to = AddConstant(Tensor::Vector(shape.dims()), StrCat(node.origin, "/shape"));
    std::string reshaped = FreshName(StrCat(node.origin, "/reshape"));
    AddNode(
        {reshaped, "Reshape", {StrCat(name, ":size:0"), RefText(to)}, {{"T", DType::kI64}, {"Tshape", DType::kI32}}});
    refs_[node.outputs[0]] = {reshaped, "output", 0};
    return OkStatus();
  }

  void WriteControlFlow(const ir::Node& node);
  void WriteNode(const ir::Node& node);

  Export& export_;
  const ir::Module& module_;
  const ir::Graph& graph_;
  savedmodel::ExportSignature& body_;
  Problems& problems_;
  std::map<std::string, int, std::less<>> names_;
  std::set<std::string> own_names_;
  std::unordered_map<ir::ValueId, TfRef> refs_;
  std::map<int, Access> variables_;
  std::map<int, std::string> tables_;  // arguments
};

// What a ToTf writes one node with.
class NodeWriter final : public TfExporter {
 public:
  NodeWriter(BodyWriter& body, const ir::Node& node) : body_(body), node_(node) {}

  int num_inputs() const override { return static_cast<int>(node_.inputs.size()); }
  bool Has(int i) const override {
    return i < num_inputs() && node_.inputs[static_cast<size_t>(i)] != ir::ValueId::kNone;
  }
  TfRef input(int i) const override { return body_.RefOf(node_.inputs[static_cast<size_t>(i)]); }
  const TensorType& in(int i) const override { return body_.graph().type(node_.inputs[static_cast<size_t>(i)]); }
  const Tensor* constant(int i) const override {
    return Has(i) ? body_.graph().ConstantOf(node_.inputs[static_cast<size_t>(i)]) : nullptr;
  }
  int num_outputs() const override { return static_cast<int>(node_.outputs.size()); }
  const TensorType& out(int i) const override { return body_.graph().type(node_.outputs[static_cast<size_t>(i)]); }

  std::vector<TfRef> Emit(std::string_view op, const std::vector<TfRef>& inputs, std::map<std::string, TfAttr> attrs,
                          const std::vector<std::string>& outputs) override {
    std::string name = body_.FreshName(emitted_++ == 0 ? node_.origin : StrCat(node_.origin, "/", op));
    savedmodel::Node node{name, std::string(op), {}, {}};
    for (const TfRef& r : inputs) node.inputs.push_back(RefText(r));
    for (auto& [key, value] : attrs) node.attrs.emplace(key, std::move(value));
    body_.AddNode(std::move(node));
    std::vector<TfRef> refs;
    std::map<std::string, int> counts;
    for (const std::string& arg : outputs) refs.push_back({name, arg, counts[arg]++});
    return refs;
  }
  TfRef Constant(const Tensor& t) override { return body_.AddConstant(t, StrCat(node_.origin, "/Const")); }
  void SetOutput(int i, TfRef ref) override { body_.SetRef(node_.outputs[static_cast<size_t>(i)], std::move(ref)); }

 private:
  BodyWriter& body_;
  const ir::Node& node_;
  int emitted_ = 0;
};

void BodyWriter::WriteNode(const ir::Node& node) {
  if (const auto* read = node.op.As<ops::ReadVariable>()) return WriteRead(node, read->variable);
  if (const auto* assign = node.op.As<ops::AssignVariable>()) return WriteAssign(node, assign->variable);
  if (int table = ops::TableOf(node.op); table >= 0) {
    if (Status s = WriteTable(node, table); !s.ok()) problems_.Add(Label(node.op), node.origin, s);
    return;
  }
  if (!ops::GraphsOf(node.op).empty() && !node.op.Is<ops::CallOnce>()) return WriteControlFlow(node);
  for (ir::ValueId v : node.outputs)
    if (!graph_.type(v).quant.empty()) {
      problems_.Add(Label(node.op), node.origin,
                    Unsupported("a quantized tensor (", graph_.type(v), ") has no TensorFlow form"));
      return;
    }
  NodeWriter writer(*this, node);
  if (Status s = OpToTf(node.op, writer); !s.ok()) problems_.Add(Label(node.op), node.origin, s);
}

std::string BodyWriter::WriteFunction(Export& all, const ir::Graph& graph, const GraphVariables& variables,
                                      bool passes_handles, bool decides) {
  savedmodel::ExportSignature body;
  BodyWriter writer(all, graph, body);
  savedmodel::Function f;
  f.name = savedmodel::UniqueName(StrCat("__inference_", savedmodel::ArgumentName(graph.name)), all.names);
  for (ir::ValueId v : graph.inputs()) {
    std::string argument = savedmodel::UniqueName(savedmodel::ArgumentName(graph.value(v).name), writer.names_);
    f.inputs.push_back({argument, graph.type(v).dtype});
    writer.refs_[v] = {argument, "", 0};
  }
  for (int v : variables.used) {
    writer.Capture(v, writer.NameOf(v));
    f.inputs.push_back({writer.variables_[v].handle, DType::kResource});
  }
  for (int table : variables.tables) {
    writer.CaptureTable(table);
    f.inputs.push_back({writer.tables_[table], DType::kResource});
  }
  for (ir::NodeId id : graph.Order()) writer.WriteNode(graph.node(id));
  auto add_result = [&](const std::string& ref, DType dtype) {
    std::string name = StrCat("output_", f.outputs.size()), node = writer.FreshName("Identity");
    writer.AddNode({node, "Identity", {ref}, {{"T", dtype}}});
    f.outputs.push_back({name, dtype});
    f.results[name] = StrCat(node, ":output:0");
  };
  for (ir::ValueId v : graph.outputs())
    add_result(RefText(decides ? writer.AsScalar(v, graph.name) : writer.RefOf(v)), graph.type(v).dtype);
  if (passes_handles) {
    for (int v : variables.used) add_result(writer.variables_[v].handle, DType::kResource);
    for (int table : variables.tables) add_result(writer.tables_[table], DType::kResource);
  }
  for (const std::string& effect : body.effects) f.control_results[effect] = effect;
  f.nodes = std::move(body.nodes);
  all.functions.push_back(std::move(f));
  return all.functions.back().name;
}

// The variables and tables that the graphs use are operands behind the others, the same for each of them.
void BodyWriter::WriteControlFlow(const ir::Node& node) {
  GraphVariables variables = VariablesOf(node);
  bool loop = node.op.Is<ops::While>(), call = node.op.Is<ops::Call>();
  size_t first = node.op.Is<ops::If>() || node.op.Is<ops::SwitchCase>() ? 1 : 0;
  std::vector<TfFunction> functions;
  for (const ops::GraphUse& use : ops::GraphsOf(node.op))
    functions.push_back({WriteFunction(export_, *module_.graphs[static_cast<size_t>(use.graph)], variables,
                                       loop && !use.decides, use.decides)});
  savedmodel::Node made{FreshName(node.origin), "", {}, {}};
  std::vector<DType> in, out;
  std::vector<Shape> shapes;
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    made.inputs.push_back(RefText(i < first ? AsScalar(node.inputs[i], node.origin) : RefOf(node.inputs[i])));
    if (i >= first) in.push_back(graph_.type(node.inputs[i]).dtype);
  }
  for (ir::ValueId v : node.outputs) {
    out.push_back(graph_.type(v).dtype);
    shapes.push_back(graph_.type(v).shape);
  }
  auto add_handle = [&](const std::string& handle) {
    made.inputs.push_back(handle);
    in.push_back(DType::kResource);
    if (loop) shapes.push_back(Shape{});
  };
  for (int v : variables.used) add_handle(variables_[v].handle);
  for (int table : variables.tables) add_handle(tables_[table]);
  bool pure = variables.used.empty() && variables.tables.empty();
  const char* stateless = pure ? "Stateless" : "";
  if (call) {
    made.op = pure ? "PartitionedCall" : "StatefulPartitionedCall";
    made.attrs = {{"f", functions[0]}, {"Tin", in}, {"Tout", out}};
  } else if (loop) {
    made.op = StrCat(stateless, "While");
    made.attrs = {{"T", in},
                  {"cond", functions[0]},
                  {"body", functions[1]},
                  {"output_shapes", shapes},
                  {"parallel_iterations", int64_t{10}}};
  } else if (node.op.Is<ops::If>()) {
    made.op = StrCat(stateless, "If");
    made.attrs = {{"Tcond", DType::kBool},
                  {"Tin", in},
                  {"Tout", out},
                  {"then_branch", functions[0]},
                  {"else_branch", functions[1]},
                  {"output_shapes", shapes}};
  } else {
    made.op = StrCat(stateless, "Case");
    made.attrs = {{"Tin", in}, {"Tout", out}, {"branches", functions}, {"output_shapes", shapes}};
  }
  Order(node, variables, &made);
  AddNode(std::move(made));
}

Status CheckVariables(const ir::Module& module) {
  for (const ir::Variable& v : module.variables)
    if (!v.value.valid()) return BadInput("variable '", v.name, "' has no value");
  return OkStatus();
}

Status WriteModule(const ir::Module& module, const ExportOptions& options) {
  RETURN_IF_ERROR(CheckVariables(module));
  savedmodel::ExportModel model;
  model.extra_files = options.extra_files;
  for (const ir::Variable& v : module.variables) model.variables.push_back({v.name, v.value, v.trainable});
  for (const ir::Table& t : module.tables) model.tables.push_back({t.name, t.keys, t.values});
  for (const ir::Asset& a : module.assets) model.assets.push_back({a.filename, a.path});
  Problems problems;
  RETURN_IF_ERROR(ir::CheckCalls(module));
  Export all{module, problems, model.functions, {}};
  for (const ir::Signature& s : module.signatures) {
    savedmodel::ExportSignature& body = model.signatures.emplace_back();
    body.key = s.key;
    BodyWriter(all, *module.graphs[static_cast<size_t>(s.graph)], body).Write(s);
  }
  RETURN_IF_ERROR(problems.ToStatus("the model uses operators that cannot be exported:"));
  return savedmodel::WriteSavedModel(options.directory, model);
}

}  // namespace

Status ExportSavedModel(const ir::Module& module, const ExportOptions& options) {
  RETURN_IF_ERROR_AT(WriteModule(module, options), "exporting a SavedModel");
  return OkStatus();
}

}  // namespace slipway::wire
