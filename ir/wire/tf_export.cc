#include "ir/wire/tf_export.h"

#include <unordered_map>

#include "formats/savedmodel/writer.h"
#include "ir/wire/tf.h"
#include "ir/wire/tf_problems.h"
#include "ops/assign_variable/assign_variable.h"
#include "ops/read_variable/read_variable.h"

namespace slipway::wire {

namespace {

std::string RefText(const TfRef& r) { return r.arg.empty() ? r.node : StrCat(r.node, ":", r.arg, ":", r.index); }

// The body of one signature's function while it is written.
class BodyWriter {
 public:
  BodyWriter(const ir::Module& module, const ir::Graph& graph, savedmodel::ExportSignature& body, Problems& problems)
      : module_(module), graph_(graph), body_(body), problems_(problems) {}

  void Write(const ir::Signature& signature) {
    AddArguments(signature);
    for (ir::NodeId id : graph_.Order()) WriteNode(graph_.node(id));
    for (const ir::SignatureArgument& output : signature.outputs) {
      ir::ValueId v = graph_.outputs()[static_cast<size_t>(output.index)];
      const TensorType& type = graph_.type(v);
      body_.outputs.push_back({output.name, type.dtype, type.shape, RefText(RefOf(v))});
    }
  }

  const ir::Graph& graph() const { return graph_; }
  std::string FreshName(std::string_view name) { return savedmodel::UniqueName(savedmodel::NodeName(name), names_); }
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
      if (const auto* assign = node.op.As<ops::AssignVariable>())
        Capture(assign->variable, module_.variables[static_cast<size_t>(assign->variable)].name);
    }
  }

  void Capture(int variable, const std::string& name) {
    auto [it, added] = variables_.try_emplace(variable);
    if (!added) return;
    it->second.handle = savedmodel::UniqueName(savedmodel::ArgumentName(StrCat(name, "_resource")), names_);
    body_.captures.push_back({it->second.handle, variable});
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

  void WriteNode(const ir::Node& node);

  const ir::Module& module_;
  const ir::Graph& graph_;
  savedmodel::ExportSignature& body_;
  Problems& problems_;
  std::map<std::string, int, std::less<>> names_;
  std::unordered_map<ir::ValueId, TfRef> refs_;
  std::map<int, Access> variables_;
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
  for (ir::ValueId v : node.outputs)
    if (!graph_.type(v).quant.empty()) {
      problems_.Add(Label(node.op), node.origin,
                    Unsupported("a quantized tensor (", graph_.type(v), ") has no TensorFlow form"));
      return;
    }
  NodeWriter writer(*this, node);
  if (Status s = OpToTf(node.op, writer); !s.ok()) problems_.Add(Label(node.op), node.origin, s);
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
  for (const ir::Asset& a : module.assets) model.assets.push_back({a.filename, a.path});
  Problems problems;
  for (const ir::Signature& s : module.signatures) {
    savedmodel::ExportSignature& body = model.signatures.emplace_back();
    body.key = s.key;
    BodyWriter(module, *module.graphs[static_cast<size_t>(s.graph)], body, problems).Write(s);
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
