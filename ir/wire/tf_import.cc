#include "ir/wire/tf_import.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/file.h"
#include "formats/savedmodel/reader.h"
#include "formats/savedmodel/variables.h"
#include "formats/savedmodel/writer.h"
#include "ir/patch.h"
#include "ir/wire/tf1_control_flow.h"
#include "ir/wire/tf_graph_reader.h"
#include "ir/wire/tf_tables.h"

namespace slipway::wire {

namespace {

// Placeholders of graphs older than this write a scalar shape for an unknown one.
constexpr int kProducerOfPlaceholderShapes = 24;

struct Endpoint {
  std::string name, ref;  // what callers say, the tensor
  DType dtype = DType::kInvalid;
  Shape shape = Shape::UnknownRank();
};

struct Door {
  std::string key;
  std::vector<Endpoint> inputs, outputs;
};

// Variables of one file, made on first use.
class FileVariables final : public TfVariables {
 public:
  // `directory`: of the SavedModel, for assets.
  FileVariables(const savedmodel::MetaGraph& meta_graph, const savedmodel::VariableStore& store, ir::Module& module,
                std::string directory = "")
      : meta_graph_(meta_graph), store_(store), module_(module), tables_(meta_graph, std::move(directory)) {}

  Result<int> Get(const savedmodel::Node& node) override {
    auto it = ids_.find(node.name);
    if (it != ids_.end()) return it->second;
    ASSIGN_OR_RETURN(ir::Variable v, Make(node));
    v.name = savedmodel::UniqueName(v.name, names_);
    module_.variables.push_back(std::move(v));
    return ids_[node.name] = static_cast<int>(module_.variables.size()) - 1;
  }
  const TensorType& type(int id) const override { return module_.variables[static_cast<size_t>(id)].type; }

  Result<int> GetTable(const savedmodel::Node& node) override {
    auto it = table_ids_.find(node.name);
    if (it != table_ids_.end()) return it->second;
    ASSIGN_OR_RETURN(ir::Table t, tables_.Make(node));
    t.name = savedmodel::UniqueName(t.name, table_names_);
    module_.tables.push_back(std::move(t));
    return table_ids_[node.name] = static_cast<int>(module_.tables.size()) - 1;
  }
  const ir::Table& table(int id) const override { return module_.tables[static_cast<size_t>(id)]; }

 private:
  Result<ir::Variable> Make(const savedmodel::Node& node) const {
    TfNode n;
    n.name = node.name;
    n.op = node.op;
    n.attrs = node.attrs;
    ir::Variable v;
    ASSIGN_OR_RETURN(v.name, n.String("shared_name", ""));
    if (v.name.empty()) v.name = node.name;
    ASSIGN_OR_RETURN(v.type.dtype, n.Type("dtype"));
    ASSIGN_OR_RETURN(v.type.shape, n.ShapeAttr("shape"));
    v.trainable = IsFloat(v.type.dtype);
    const savedmodel::StoredVariable* stored = store_.Find(node.name);
    if (!stored)
      return NotFound("the variable has no stored value; a GraphDef file must be frozen, a SavedModel complete");
    ASSIGN_OR_RETURN(v.value, store_.Read(node.name));
    if (v.value.dtype() != v.type.dtype || !Compatible(v.type.shape, v.value.shape()))
      return BadInput("the variable is ", v.type, " but its stored value '", stored->key, "' is ", v.value.type());
    v.type.shape = v.value.shape();
    if (stored->object >= 0) {
      const savedmodel::Object& object = meta_graph_.objects[static_cast<size_t>(stored->object)];
      v.trainable = object.trainable;
      if (!object.name.empty()) v.name = object.name;
    }
    return v;
  }

  const savedmodel::MetaGraph& meta_graph_;
  const savedmodel::VariableStore& store_;
  ir::Module& module_;
  TfTables tables_;
  std::map<std::string, int> ids_, table_ids_;
  std::map<std::string, int, std::less<>> table_names_;
  std::map<std::string, int, std::less<>> names_;
};

const savedmodel::Node* FindNode(const savedmodel::Graph& graph, std::string_view name) {
  for (const savedmodel::Node& n : graph.nodes)
    if (n.name == name) return &n;
  return nullptr;
}

bool IsPlaceholder(std::string_view op) {
  return op == "Placeholder" || op == "PlaceholderV2" || op == "PlaceholderWithDefault";
}

// What an inner tensor holds, as the attributes of its node say: results of the types that a node names come before
// those of its operands.
DType InnerType(const TfNode& node) {
  for (const char* attr : {"dtype", "DstT", "out_type", "output_type", "Tparams", "T"})
    if (auto it = node.attrs.find(attr); it != node.attrs.end())
      if (const auto* dtype = std::get_if<DType>(&it->second)) return *dtype;
  return DType::kInvalid;
}

// What the signature, the placeholder and the caller's options say about an input, taken together.
Result<TensorType> InputType(const savedmodel::Graph& graph, const Endpoint& input, const ImportOptions& options) {
  TensorType type(input.dtype, input.shape);
  savedmodel::TensorRef ref = savedmodel::ParseTensorRef(input.ref);
  const savedmodel::Node* node = FindNode(graph, ref.node);
  if (!node) return BadInput("input '", input.name, "' is the tensor '", input.ref, "', which is not in the graph");
  TfNode n;
  n.name = node->name;
  n.op = node->op;
  n.attrs = node->attrs;
  if (!IsPlaceholder(node->op) && type.dtype == DType::kInvalid) type.dtype = InnerType(n);
  if (IsPlaceholder(node->op)) {
    ASSIGN_OR_RETURN(type.dtype, n.Type("dtype"));
    Shape declared = Shape::UnknownRank();
    if (n.Has("shape")) {
      ASSIGN_OR_RETURN(declared, n.ShapeAttr("shape"));
    }
    if (graph.producer < kProducerOfPlaceholderShapes && declared.IsScalar()) declared = Shape::UnknownRank();
    // The placeholder's word counts where they contradict: it is what TensorFlow runs.
    type.shape = Merge(declared, input.shape).value_or(declared);
  }
  if (auto it = options.input_shapes.find(input.name); it != options.input_shapes.end()) {
    std::optional<Shape> merged = Merge(type.shape, it->second);
    if (!merged) return UsageError("input '", input.name, "' is ", type, ", so it cannot have the shape ", it->second);
    type.shape = *merged;
  }
  if (type.dtype == DType::kInvalid || type.dtype == DType::kResource || type.dtype == DType::kVariant)
    return Unsupported("input '", input.name, "' has an element type that cannot be imported");
  return type;
}

class DoorReader {
 public:
  DoorReader(const savedmodel::Graph& source, TfVariables& variables, const ImportOptions& options, ir::Module& module,
             Problems& problems)
      : source_(source), variables_(variables), options_(options), module_(module), problems_(problems) {}

  Status Read(const Door& door) {
    ir::Signature signature{.key = door.key, .graph = static_cast<int>(module_.graphs.size())};
    ir::Graph* graph = &module_.AddGraph(door.key);
    TfGraphReader reader(source_, variables_, module_, *graph, problems_);
    for (const Endpoint& input : door.inputs) {
      ASSIGN_OR_RETURN(TensorType type, InputType(source_, input, options_));
      signature.inputs.push_back({input.name, static_cast<int>(graph->inputs().size())});
      reader.Feed(input.ref, graph->AddInput(std::move(type), input.name));
    }
    std::vector<TfProbe> probes;
    reader.SetProbes([&]() -> const std::vector<TfProbe>& {
      if (probes.empty()) probes = MakeProbes(door, *graph);
      return probes;
    });
    TfValues values = reader.Read(Refs(door));
    std::vector<ir::ValueId> outputs;
    for (size_t i = 0; i < values.size(); ++i) {
      if (values[i].kind != TfValue::kTensor && values[i].kind != TfValue::kFailed)
        problems_.Add("output", door.outputs[i].name, Unsupported("it is a variable or a list, not a tensor"));
      signature.outputs.push_back({door.outputs[i].name, static_cast<int>(i)});
      outputs.push_back(values[i].value);
    }
    if (!problems_.empty()) return OkStatus();
    graph->SetOutputs(std::move(outputs));
    for (size_t i = static_cast<size_t>(signature.graph); i < module_.graphs.size(); ++i)
      ir::RemoveUnused(*module_.graphs[i]);
    module_.signatures.push_back(std::move(signature));
    return OkStatus();
  }

 private:
  static std::vector<std::string> Refs(const Door& door) {
    std::vector<std::string> refs;
    for (const Endpoint& output : door.outputs) refs.push_back(output.ref);
    return refs;
  }

  // Reads the graph with numbers for the unknown dimensions of its inputs, counted over all of them: equal ones where
  // `numbers` are. Returns what is wrong with it then.
  std::string ReadWithNumbers(const Door& door, const ir::Graph& graph, const std::vector<int64_t>& numbers,
                              TfProbe* probe) const {
    constexpr int64_t kUnit = 5040;  // small numbers divide it, as they divide what a model cuts into pieces
    ir::Module module;
    ir::Graph& trial = module.AddGraph(door.key);
    Problems problems;
    TfGraphReader reader(source_, variables_, module, trial, problems);
    size_t next = 0;
    for (size_t i = 0; i < door.inputs.size(); ++i) {
      TensorType type = graph.type(graph.inputs()[i]);
      for (int d = 0; type.shape.has_rank() && d < type.shape.rank(); ++d)
        if (type.shape[d] < 0) type.shape[d] = kUnit * numbers[next++];
      reader.Feed(door.inputs[i].ref, trial.AddInput(std::move(type), door.inputs[i].name));
    }
    reader.Read(Refs(door));
    *probe = reader.TakeProbe();
    return std::string(problems.ToStatus("").message());
  }

  // Two readings with different numbers. Where a model cannot be read with a number of its own for each dimension
  // (two inputs have one batch), those of one axis share theirs, as far as they must.
  std::vector<TfProbe> MakeProbes(const Door& door, const ir::Graph& graph) const {
    constexpr int64_t kFirst = 101, kOther = 211, kMost = kOther - kFirst;
    std::vector<int64_t> own, numbers;
    for (ir::ValueId v : graph.inputs()) {
      const Shape& s = graph.type(v).shape;
      for (int d = 0; s.has_rank() && d < s.rank(); ++d) {
        if (s[d] >= 0) continue;
        own.push_back(kFirst + kMaxRank + static_cast<int64_t>(own.size()));
        numbers.push_back(kFirst + d);
      }
    }
    std::vector<TfProbe> probes(2);
    if (static_cast<int64_t>(own.size()) + kMaxRank > kMost) return {};
    if (ReadWithNumbers(door, graph, own, &probes[0]).empty()) {
      numbers = own;
    } else {
      std::string wrong = ReadWithNumbers(door, graph, numbers, &probes[0]);
      for (size_t i = 0; i < numbers.size(); ++i) {
        int64_t shared = std::exchange(numbers[i], own[i]);
        if (ReadWithNumbers(door, graph, numbers, &probes[0]) != wrong) numbers[i] = shared;
      }
      ReadWithNumbers(door, graph, numbers, &probes[0]);
    }
    for (int64_t& n : numbers) n += kMost;
    ReadWithNumbers(door, graph, numbers, &probes[1]);
    return probes;
  }

  const savedmodel::Graph& source_;
  TfVariables& variables_;
  const ImportOptions& options_;
  ir::Module& module_;
  Problems& problems_;
};

Result<Door> DoorOf(const savedmodel::Signature& s) {
  Door door{s.key, {}, {}};
  for (auto [from, to] : {std::pair{&s.inputs, &door.inputs}, std::pair{&s.outputs, &door.outputs}})
    for (const auto& [name, info] : *from) {
      if (!info.dense) return Unsupported("'", name, "' is a sparse or composite tensor, which cannot be imported");
      to->push_back({name, info.name, info.dtype, info.shape});
    }
  return door;
}

Result<std::vector<const savedmodel::Signature*>> ChooseSignatures(const savedmodel::MetaGraph& m,
                                                                   const std::vector<std::string>& keys) {
  std::vector<const savedmodel::Signature*> chosen;
  std::vector<std::string> names;
  for (const savedmodel::Signature& s : m.signatures) {
    names.push_back(s.key);
    // One without outputs asks for nothing; it is left out unless it is asked for.
    if (keys.empty() && !s.outputs.empty()) chosen.push_back(&s);
  }
  for (const std::string& key : keys) {
    const savedmodel::Signature* s = m.FindSignature(key);
    if (!s) return NotFound("there is no signature '", key, "'; the model has: ", StrJoin(names, ", "));
    if (s->outputs.empty()) return BadInput("signature '", key, "' has no outputs");
    chosen.push_back(s);
  }
  if (chosen.empty()) return BadInput("the model has no signature, so it has no inputs and outputs to import");
  return chosen;
}

std::vector<ir::Asset> AssetsOf(const savedmodel::MetaGraph& m, const std::string& directory) {
  std::vector<ir::Asset> assets;
  for (const savedmodel::AssetFile& a : m.assets)
    assets.push_back({a.filename, JoinPath(JoinPath(directory, "assets"), a.filename)});
  return assets;
}

constexpr char kHeadline[] = "parts of the model cannot be imported:";

Status ReadMetaGraphInto(savedmodel::MetaGraph m, const std::string& directory, const ImportOptions& options,
                         ir::Module* module) {
  MakeFunctional(m.graph);
  ASSIGN_OR_RETURN(savedmodel::VariableStore store, savedmodel::VariableStore::Open(directory, m));
  ASSIGN_OR_RETURN(std::vector<const savedmodel::Signature*> chosen, ChooseSignatures(m, options.signature_keys));
  FileVariables variables(m, store, *module, directory);
  Problems problems;
  DoorReader reader(m.graph, variables, options, *module, problems);
  for (const savedmodel::Signature* s : chosen) {
    std::string where = StrCat("signature '", s->key, "'");
    ASSIGN_OR_RETURN_AT(Door door, DoorOf(*s), where);
    RETURN_IF_ERROR_AT(reader.Read(door), where);
  }
  if (options.problems) *options.problems = problems.list();
  RETURN_IF_ERROR(problems.ToStatus(kHeadline));
  module->assets = AssetsOf(m, directory);
  return OkStatus();
}

std::string WithoutZero(const std::string& ref) { return ref.ends_with(":0") ? ref.substr(0, ref.size() - 2) : ref; }

bool IsNoOutput(const savedmodel::Node& n) {
  return n.op == "NoOp" || n.op == "Assert" || n.op.starts_with("Placeholder") || n.op == "Const";
}

// Placeholders, and what no other node reads.
Door WholeGraph(const savedmodel::Graph& graph, const GraphDefOptions& options) {
  Door door{"serving_default", {}, {}};
  for (const std::string& ref : options.inputs) door.inputs.push_back({WithoutZero(ref), ref});
  for (const std::string& ref : options.outputs) door.outputs.push_back({WithoutZero(ref), ref});
  std::set<std::string_view> read;
  for (const savedmodel::Node& n : graph.nodes) {
    if (options.inputs.empty() && n.op.starts_with("Placeholder") && n.op != "PlaceholderWithDefault")
      door.inputs.push_back({n.name, n.name});
    for (const std::string& input : n.inputs) read.insert(savedmodel::ParseTensorRef(input).node);
  }
  for (const savedmodel::Node& n : graph.nodes)
    if (options.outputs.empty() && !read.count(n.name) && !IsNoOutput(n)) door.outputs.push_back({n.name, n.name});
  return door;
}

// Nodes that wait for each other, in their order. Follows one reader of each node.
std::vector<std::string> FindCycle(const savedmodel::Graph& graph) {
  std::map<std::string_view, std::string_view> reader, walk_of;
  for (const savedmodel::Node& n : graph.nodes)
    for (const std::string& input : n.inputs)
      if (!IsNoOutput(n)) reader[savedmodel::ParseTensorRef(input).node] = n.name;
  for (const savedmodel::Node& n : graph.nodes) {
    std::vector<std::string> path;
    std::string_view at = n.name;
    for (; reader.count(at) && walk_of.emplace(at, n.name).second; at = reader[at]) path.emplace_back(at);
    if (auto first = std::find(path.begin(), path.end(), at); first != path.end()) return {first, path.end()};
  }
  return {};
}

Status WhyNoOutput(const savedmodel::Graph& graph) {
  if (std::vector<std::string> cycle = FindCycle(graph); !cycle.empty())
    return BadInput("no node is an output: those in the cycle '", StrJoin(cycle, "' -> '"), "' -> '", cycle[0],
                    "' wait for each other");
  return BadInput("the graph has no output: it holds nothing but placeholders and constants");
}

Status ReadGraphDefInto(const std::string& path, const GraphDefOptions& options, ir::Module* module) {
  savedmodel::MetaGraph m;
  ASSIGN_OR_RETURN(m.graph, savedmodel::ReadGraphDef(path));
  MakeFunctional(m.graph);
  savedmodel::VariableStore store;
  FileVariables variables(m, store, *module);
  ImportOptions import{.input_shapes = options.input_shapes};
  Problems problems;
  Door door = WholeGraph(m.graph, options);
  if (door.outputs.empty()) return WhyNoOutput(m.graph);
  RETURN_IF_ERROR(DoorReader(m.graph, variables, import, *module, problems).Read(door));
  if (options.problems) *options.problems = problems.list();
  return problems.ToStatus(kHeadline);
}

}  // namespace

Result<ir::Module> ImportSavedModel(const std::string& directory, const ImportOptions& options) {
  ASSIGN_OR_RETURN_AT(savedmodel::MetaGraph m, savedmodel::ReadSavedModel(directory, options.tags),
                      StrCat("importing '", directory, "'"));
  return ImportMetaGraph(std::move(m), directory, options);
}

Result<ir::Module> ImportMetaGraph(savedmodel::MetaGraph m, const std::string& directory,
                                   const ImportOptions& options) {
  ir::Module module;
  RETURN_IF_ERROR_AT(ReadMetaGraphInto(std::move(m), directory, options, &module),
                     StrCat("importing '", directory, "'"));
  return module;
}

Result<ir::Module> ImportGraphDef(const std::string& path, const GraphDefOptions& options) {
  ir::Module module;
  RETURN_IF_ERROR_AT(ReadGraphDefInto(path, options, &module), StrCat("importing '", path, "'"));
  return module;
}

}  // namespace slipway::wire
