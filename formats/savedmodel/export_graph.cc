// The graph-level form of an export: what the Session and C++ loaders run.
#include "formats/bundle/object_key.h"
#include "formats/proto/types.h"
#include "formats/savedmodel/encode.h"
#include "formats/savedmodel/export_plan.h"
#include "tensorflow/core/protobuf/meta_graph.pb.h"

namespace slipway::savedmodel {

namespace {

namespace tf = tensorflow;

constexpr int kProducer = 2474, kMinConsumer = 12;  // TensorFlow 2.21's
constexpr char kTensorFlowVersion[] = "2.21.0";
constexpr char kInitOp[] = "__saved_model_init_op";

using Types = std::vector<DType>;

class GraphBuilder {
 public:
  GraphBuilder(const ExportPlan& plan, tf::MetaGraphDef* proto)
      : plan_(plan), model_(*plan.model), proto_(proto), graph_(proto->mutable_graph_def()) {}

  void Build(const std::string& object_graph) {
    auto* info = proto_->mutable_meta_info_def();
    info->add_tags("serve");
    info->set_tensorflow_version(kTensorFlowVersion);
    info->set_stripped_default_attrs(true);
    graph_->mutable_versions()->set_producer(kProducer);
    graph_->mutable_versions()->set_min_consumer(kMinConsumer);
    AddVariables();
    for (size_t i = 0; i < model_.tables.size(); ++i) AddTable(i);
    for (const Function& f : model_.functions) EncodeFunction(f, graph_->mutable_library()->add_function());
    for (const SignaturePlan& p : plan_.signatures) AddSignature(p);
    AddInit();
    AddSaver(object_graph);
  }

 private:
  void Add(Node node) { EncodeNode(node, graph_->add_node()); }

  DType VariableType(const ExportCapture& c) const {
    return model_.variables[static_cast<size_t>(c.variable)].value.dtype();
  }

  void AddVariables() {
    for (size_t i = 0; i < model_.variables.size(); ++i) {
      const ExportVariable& v = model_.variables[i];
      const std::string& name = plan_.variable_nodes[i];
      Add({name,
           "VarHandleOp",
           {},
           {{"dtype", v.value.dtype()}, {"shape", v.value.shape()}, {"shared_name", name}, {"debug_name", v.name}}});
      Add({StrCat(name, "/Read/ReadVariableOp"), "ReadVariableOp", {name}, {{"dtype", v.value.dtype()}}});
    }
  }

  static Node Constant(const std::string& name, const Tensor& value) {
    return {name, "Const", {}, {{"dtype", value.dtype()}, {"value", value}}};
  }

  // The table in the main graph with what fills it, and two functions that do the same for Python objects.
  void AddTable(size_t i) {
    const ExportTable& t = model_.tables[i];
    const std::string& name = plan_.table_nodes[i];
    const Node table{name,
                     "HashTableV2",
                     {},
                     {{"key_dtype", t.keys.dtype()}, {"value_dtype", t.values.dtype()}, {"shared_name", name}}};
    const AttrMap types{{"Tin", t.keys.dtype()}, {"Tout", t.values.dtype()}};
    Add(table);
    Add(Constant(StrCat(name, "/keys"), t.keys));
    Add(Constant(StrCat(name, "/values"), t.values));
    Add({StrCat(name, "/import"),
         "LookupTableImportV2",
         {name, StrCat(name, "/keys"), StrCat(name, "/values")},
         types});
    Function creator{.name = plan_.table_creators[i]};
    creator.outputs = {{"identity", DType::kResource}};
    creator.nodes = {table, {"Identity", "Identity", {StrCat(name, ":table_handle:0")}, {{"T", DType::kResource}}}};
    creator.nodes[0].name = "hash_table";
    creator.nodes[1].inputs = {"hash_table:table_handle:0"};
    creator.results = {{"identity", "Identity:output:0"}};
    creator.control_results = {{"hash_table", "hash_table"}};
    EncodeFunction(creator, graph_->mutable_library()->add_function());
    Function fill{.name = plan_.table_initializers[i]};
    fill.inputs = {{"table", DType::kResource}};
    fill.outputs = {{"identity", DType::kI32}};
    fill.nodes = {Constant("keys", t.keys),
                  Constant("values", t.values),
                  {"import", "LookupTableImportV2", {"table", "keys:output:0", "values:output:0"}, types},
                  Constant("one", Tensor::Scalar<int32_t>(1)),
                  {"Identity", "Identity", {"one:output:0", "^import"}, {{"T", DType::kI32}}}};
    fill.results = {{"identity", "Identity:output:0"}};
    fill.control_results = {{"import", "import"}};
    EncodeFunction(fill, graph_->mutable_library()->add_function());
  }

  const std::string& NodeOf(const ExportCapture& c) const {
    return (c.is_table ? plan_.table_nodes : plan_.variable_nodes)[static_cast<size_t>(c.variable)];
  }

  // A call's attributes; captures follow the arguments.
  AttrMap CallAttrs(const SignaturePlan& p, const std::string& function, const std::vector<int>& inputs) const {
    const ExportSignature& s = *p.signature;
    Types in, out;
    std::vector<int64_t> read_only;
    for (int i : inputs) in.push_back(s.inputs[static_cast<size_t>(i)].dtype);
    for (const ExportCapture& c : s.captures) {
      if (IsOnlyRead(s, c)) read_only.push_back(static_cast<int64_t>(in.size()));
      in.push_back(DType::kResource);
    }
    for (int i : p.output_order) out.push_back(s.outputs[static_cast<size_t>(i)].dtype);
    AttrMap attrs{{"f", FunctionAttr{function}}, {"Tin", in}, {"Tout", out}, {"config_proto", std::string()}};
    if (p.stateful) attrs["_read_only_resource_inputs"] = read_only;
    return attrs;
  }

  void DescribeArgument(tf::FunctionDef* f, int index, const std::string& user_name, const Shape& shape) {
    EncodeAttr(user_name,
               &(*(*f->mutable_arg_attr())[static_cast<uint32_t>(index)].mutable_attr())["_user_specified_name"]);
    auto& shapes = (*f->mutable_attr())["_input_shapes"];
    proto::ShapeToProto(shape, shapes.mutable_list()->add_shape());
  }

  // The function's signature: arguments in the given order, then the captures; returns the arguments' names.
  void AddArguments(const SignaturePlan& p, const std::vector<int>& inputs, const std::vector<std::string>& names,
                    tf::FunctionDef* f) {
    const ExportSignature& s = *p.signature;
    auto* signature = f->mutable_signature();
    int index = 0;
    for (int i : inputs) {
      const ExportArgument& input = s.inputs[static_cast<size_t>(i)];
      auto* arg = signature->add_input_arg();
      arg->set_name(names[static_cast<size_t>(index)]);
      arg->set_type(proto::DTypeToProto(input.dtype));
      DescribeArgument(f, index++, input.name, input.shape);
    }
    for (const ExportCapture& c : s.captures) {
      auto* arg = signature->add_input_arg();
      arg->set_name(names[static_cast<size_t>(index)]);
      arg->set_type(tf::DT_RESOURCE);
      if (!c.is_table) {
        const Tensor& value = model_.variables[static_cast<size_t>(c.variable)].value;
        auto* data = arg->add_handle_data();
        data->set_dtype(proto::DTypeToProto(value.dtype()));
        proto::ShapeToProto(value.shape(), data->mutable_shape());
      }
      DescribeArgument(f, index++, "resource", Shape{});
    }
    EncodeAttr(std::string("kEagerRuntime"), &(*f->mutable_attr())["_construction_context"]);
    signature->set_is_stateful(p.stateful);
  }

  // Results "identity", "identity_1" ... in sorted order of the outputs' names; `refs` are tensors of the body.
  void AddResults(const SignaturePlan& p, const std::vector<std::string>& refs, const std::vector<std::string>& control,
                  std::map<std::string, int, std::less<>>& names, tf::FunctionDef* f) {
    for (size_t k = 0; k < p.output_order.size(); ++k) {
      DType type = p.signature->outputs[static_cast<size_t>(p.output_order[k])].dtype;
      std::string node = UniqueName(k == 0 ? "Identity" : StrCat("Identity_", k), names);
      std::vector<std::string> inputs{refs[k]};
      for (const std::string& c : control) inputs.push_back(StrCat("^", c));
      EncodeNode({node, "Identity", inputs, {{"T", type}}}, f->add_node_def());
      std::string result = k == 0 ? "identity" : StrCat("identity_", k);
      auto* arg = f->mutable_signature()->add_output_arg();
      arg->set_name(result);
      arg->set_type(proto::DTypeToProto(type));
      (*f->mutable_ret())[result] = StrCat(node, ":output:0");
    }
  }

  void AddControlResults(const std::vector<std::string>& nodes, tf::FunctionDef* f) {
    for (const std::string& node : nodes) {
      f->mutable_signature()->add_control_output(node);
      (*f->mutable_control_ret())[node] = node;
    }
  }

  void AddBody(const SignaturePlan& p) {
    const ExportSignature& s = *p.signature;
    tf::FunctionDef* f = graph_->mutable_library()->add_function();
    f->mutable_signature()->set_name(p.body);
    std::vector<int> order(s.inputs.size());
    std::vector<std::string> arguments, refs;
    std::map<std::string, int, std::less<>> names;
    for (size_t i = 0; i < s.inputs.size(); ++i) {
      order[i] = static_cast<int>(i);
      arguments.push_back(s.inputs[i].ref);
    }
    for (const ExportCapture& c : s.captures) arguments.push_back(c.argument);
    for (const std::string& a : arguments) names[a] = 0;
    for (const Node& node : s.nodes) names[node.name] = 0;
    AddArguments(p, order, arguments, f);
    for (const Node& node : s.nodes) EncodeNode(node, f->add_node_def());
    for (int i : p.output_order) refs.push_back(s.outputs[static_cast<size_t>(i)].ref);
    AddResults(p, refs, s.effects, names, f);
    AddControlResults(s.effects, f);
  }

  void AddWrapper(const SignaturePlan& p) {
    const ExportSignature& s = *p.signature;
    tf::FunctionDef* f = graph_->mutable_library()->add_function();
    f->mutable_signature()->set_name(p.wrapper);
    std::map<std::string, int, std::less<>> names;
    std::vector<std::string> by_index(s.inputs.size()), arguments, call_inputs, refs;
    for (int i : p.input_order) {
      const ExportArgument& input = s.inputs[static_cast<size_t>(i)];
      arguments.push_back(by_index[static_cast<size_t>(i)] = UniqueName(ArgumentName(input.name), names));
    }
    call_inputs = by_index;
    for (size_t i = 0; i < s.captures.size(); ++i) {
      arguments.push_back(UniqueName("unknown", names));
      call_inputs.push_back(arguments.back());
    }
    AddArguments(p, p.input_order, arguments, f);
    std::vector<int> order(s.inputs.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
    std::string call = UniqueName(p.stateful ? "StatefulPartitionedCall" : "PartitionedCall", names);
    EncodeNode(
        {call, p.stateful ? "StatefulPartitionedCall" : "PartitionedCall", call_inputs, CallAttrs(p, p.body, order)},
        f->add_node_def());
    for (size_t k = 0; k < p.output_order.size(); ++k) refs.push_back(StrCat(call, ":output:", k));
    AddResults(p, refs, {}, names, f);
    if (p.stateful) AddControlResults({call}, f);
  }

  void SetTensorInfo(const std::string& name, const ExportArgument& a, tf::TensorInfo* info) {
    info->set_name(name);
    info->set_dtype(proto::DTypeToProto(a.dtype));
    proto::ShapeToProto(a.shape, info->mutable_tensor_shape());
  }

  void AddSignature(const SignaturePlan& p) {
    AddBody(p);
    AddWrapper(p);
    const ExportSignature& s = *p.signature;
    tf::SignatureDef& def = (*proto_->mutable_signature_def())[s.key];
    def.set_method_name("tensorflow/serving/predict");
    std::vector<std::string> inputs;
    for (int i : p.input_order) {
      const ExportArgument& a = s.inputs[static_cast<size_t>(i)];
      const std::string& node = p.placeholders[static_cast<size_t>(i)];
      Add({node, "Placeholder", {}, {{"dtype", a.dtype}, {"shape", a.shape}}});
      SetTensorInfo(StrCat(node, ":0"), a, &(*def.mutable_inputs())[a.name]);
      inputs.push_back(node);
    }
    for (const ExportCapture& c : s.captures) inputs.push_back(NodeOf(c));
    Add({p.call, p.stateful ? "StatefulPartitionedCall" : "PartitionedCall", inputs,
         CallAttrs(p, p.wrapper, p.input_order)});
    for (size_t k = 0; k < p.output_order.size(); ++k) {
      const ExportArgument& a = s.outputs[static_cast<size_t>(p.output_order[k])];
      SetTensorInfo(StrCat(p.call, ":", k), a, &(*def.mutable_outputs())[a.name]);
    }
  }

  void AddInit() {
    for (size_t i = 0; i < model_.assets.size(); ++i) {
      Add({plan_.asset_nodes[i], "Placeholder", {}, {{"dtype", DType::kString}, {"shape", Shape{}}}});
      auto* asset = proto_->add_asset_file_def();
      asset->set_filename(model_.assets[i].filename);
      asset->mutable_tensor_info()->set_name(StrCat(plan_.asset_nodes[i], ":0"));
    }
    Node init{"NoOp", "NoOp", {}, {}};
    for (const std::string& table : plan_.table_nodes) init.inputs.push_back(StrCat("^", table, "/import"));
    Add(init);
    (*proto_->mutable_collection_def())["saved_model_main_op"].mutable_node_list()->add_value("NoOp");
    tf::TensorInfo& info = (*(*proto_->mutable_signature_def())[kInitOp].mutable_outputs())[kInitOp];
    info.set_name("NoOp");
    info.mutable_tensor_shape()->set_unknown_rank(true);
  }

  void AddStrings(const std::string& name, const std::vector<std::string>& values) {
    Tensor t = Tensor::Of<std::string>({static_cast<int64_t>(values.size())},
                                       std::span<const std::string>(values.data(), values.size()));
    Add({name, "Const", {}, {{"dtype", DType::kString}, {"value", t}}});
  }

  // Plain nodes, as the loaders need only names of a file name, a saved path and a node that restores.
  void AddSaver(const std::string& object_graph) {
    Add({"saver_filename", "Placeholder", {}, {{"dtype", DType::kString}, {"shape", Shape{}}}});
    std::vector<std::string> keys = plan_.variable_keys, assigned;
    std::vector<std::string> saved{"saver_filename", "save/names", "save/slices"};
    Types types;
    for (const ExportVariable& v : model_.variables) types.push_back(v.value.dtype());
    if (!keys.empty()) {
      AddStrings("save/restore/names", keys);
      AddStrings("save/restore/slices", std::vector<std::string>(keys.size()));
      Add({"save/restore",
           "RestoreV2",
           {"saver_filename", "save/restore/names", "save/restore/slices"},
           {{"dtypes", types}}});
    }
    for (size_t i = 0; i < keys.size(); ++i) {
      std::string node = i == 0 ? "save/assign" : StrCat("save/assign_", i);
      Add({node, "AssignVariableOp", {plan_.variable_nodes[i], StrCat("save/restore:", i)}, {{"dtype", types[i]}}});
      assigned.push_back(StrCat("^", node));
      saved.push_back(StrCat(plan_.variable_nodes[i], "/Read/ReadVariableOp"));
    }
    Add({"save/restore_all", "NoOp", assigned, {}});
    keys.push_back(bundle::kObjectGraphKey);
    types.push_back(DType::kString);
    AddStrings("save/names", keys);
    AddStrings("save/slices", std::vector<std::string>(keys.size()));
    Add({"save/object_graph", "Const", {}, {{"dtype", DType::kString}, {"value", Tensor::Scalar(object_graph)}}});
    saved.push_back("save/object_graph");
    Add({"save/save", "SaveV2", saved, {{"dtypes", types}}});
    Add({"save/path", "Identity", {"saver_filename", "^save/save"}, {{"T", DType::kString}}});
    auto* saver = proto_->mutable_saver_def();
    saver->set_filename_tensor_name("saver_filename:0");
    saver->set_save_tensor_name("save/path:0");
    saver->set_restore_op_name("save/restore_all");
    saver->set_version(tf::SaverDef::V2);
  }

  const ExportPlan& plan_;
  const ExportModel& model_;
  tf::MetaGraphDef* proto_;
  tf::GraphDef* graph_;
};

}  // namespace

void BuildGraph(const ExportPlan& plan, const std::string& object_graph, tf::MetaGraphDef* proto) {
  GraphBuilder(plan, proto).Build(object_graph);
}

}  // namespace slipway::savedmodel
