// The object-graph form of an export: what tf.saved_model.load and Keras make Python objects of.
#include "formats/proto/types.h"
#include "formats/savedmodel/export_plan.h"
#include "tensorflow/core/protobuf/saved_object_graph.pb.h"

namespace slipway::savedmodel {

namespace {

namespace tf = tensorflow;

class ObjectBuilder {
 public:
  ObjectBuilder(const ExportPlan& plan, tf::SavedObjectGraph* saved, tf::TrackableObjectGraph* checkpoint)
      : plan_(plan), model_(*plan.model), saved_(saved), checkpoint_(checkpoint) {}

  void Build() {
    AddUserObject("_generic_user_object");  // 0, the root
    for (size_t i = 0; i < model_.variables.size(); ++i) AddVariable(i);
    AddVariableLists();
    AddAssets();
    for (size_t i = 0; i < model_.tables.size(); ++i) AddTable(i);
    int signatures = AddUserObject("signature_map");
    AddChild(0, "signatures", signatures);
    for (const SignaturePlan& p : plan_.signatures) {
      AddWrapper(p, signatures);
      if (!p.attribute.empty()) AddFunction(p);
    }
  }

 private:
  int AddObject() {
    saved_->add_nodes();
    checkpoint_->add_nodes();
    return saved_->nodes_size() - 1;
  }
  int AddUserObject(const std::string& identifier) {
    int id = AddObject();
    auto* object = saved_->mutable_nodes(id)->mutable_user_object();
    object->set_identifier(identifier);
    object->mutable_version()->set_producer(1);
    object->mutable_version()->set_min_consumer(1);
    return id;
  }
  void AddChild(int parent, const std::string& name, int child) {
    for (auto* reference :
         {saved_->mutable_nodes(parent)->add_children(), checkpoint_->mutable_nodes(parent)->add_children()}) {
      reference->set_node_id(child);
      reference->set_local_name(name);
    }
  }
  void MarkStored(int id) { checkpoint_->mutable_nodes(id)->mutable_has_checkpoint_values()->set_value(true); }

  void AddVariable(size_t index) {
    const ExportVariable& v = model_.variables[index];
    const std::vector<std::string>& path = plan_.variable_paths[index];
    int parent = 0;
    MarkStored(0);
    std::string joined;
    for (size_t i = 0; i + 1 < path.size(); ++i) {
      StrAppend(joined, path[i], "/");
      auto [it, added] = objects_.emplace(joined, 0);
      if (added) {
        it->second = AddUserObject("_generic_user_object");
        AddChild(parent, path[i], it->second);
        MarkStored(it->second);
      }
      parent = it->second;
    }
    int id = AddObject();
    AddChild(parent, path.back(), id);
    auto* variable = saved_->mutable_nodes(id)->mutable_variable();
    variable->set_dtype(proto::DTypeToProto(v.value.dtype()));
    proto::ShapeToProto(v.value.shape(), variable->mutable_shape());
    variable->set_trainable(v.trainable);
    variable->set_name(v.name);
    auto* attribute = checkpoint_->mutable_nodes(id)->add_attributes();
    attribute->set_name("VARIABLE_VALUE");
    attribute->set_full_name(v.name);
    attribute->set_checkpoint_key(plan_.variable_keys[index]);
    MarkStored(id);
    variables_.push_back(id);
  }

  void AddVariableLists() {
    std::vector<int> trainable, fixed;
    for (size_t i = 0; i < variables_.size(); ++i)
      (model_.variables[i].trainable ? trainable : fixed).push_back(variables_[i]);
    AddList("variables", variables_);
    AddList("trainable_variables", trainable);
    AddList("non_trainable_variables", fixed);
  }
  void AddList(const std::string& name, const std::vector<int>& items) {
    int id = AddUserObject("trackable_list_wrapper");
    AddChild(0, name, id);
    for (size_t i = 0; i < items.size(); ++i) AddChild(id, StrCat(i), items[i]);
    if (!items.empty()) MarkStored(id);
  }

  void AddAssets() {
    std::vector<int> assets;
    for (size_t i = 0; i < model_.assets.size(); ++i) {
      assets.push_back(AddObject());
      saved_->mutable_nodes(assets.back())->mutable_asset()->set_asset_file_def_index(static_cast<int>(i));
    }
    AddList("_misc_assets", assets);
  }

  void AddTable(size_t i) {
    int id = AddObject();
    AddChild(0, plan_.table_attributes[i], id);
    saved_->mutable_nodes(id)->mutable_resource();
    tables_.push_back(id);
    AddMethod(id, "_create_resource", plan_.table_creators[i], DType::kResource, {});
    AddMethod(id, "_initialize", plan_.table_initializers[i], DType::kI32, {id});
  }

  // A method without arguments that returns a scalar.
  void AddMethod(int parent, const std::string& name, const std::string& function, DType result,
                 const std::vector<int>& bound) {
    int id = AddObject();
    AddChild(parent, name, id);
    auto* f = saved_->mutable_nodes(id)->mutable_function();
    f->add_concrete_functions(function);
    SetFunctionSpec({}, f->mutable_function_spec());
    auto& concrete = (*saved_->mutable_concrete_functions())[function];
    for (int object : bound) concrete.add_bound_inputs(object);
    auto* call = concrete.mutable_canonicalized_input_signature()->mutable_tuple_value();
    call->add_values()->mutable_tuple_value();
    call->add_values()->mutable_dict_value();
    SetSpec({"unknown", result, Shape{}}, concrete.mutable_output_signature());
  }

  static void SetSpec(const ExportArgument& a, tf::StructuredValue* value) {
    auto* spec = value->mutable_tensor_spec_value();
    spec->set_name(a.name);
    proto::ShapeToProto(a.shape, spec->mutable_shape());
    spec->set_dtype(proto::DTypeToProto(a.dtype));
  }

  // The entry of a function in the map of concrete functions: (positional arguments, keywords) -> dict of outputs.
  void AddConcrete(const SignaturePlan& p, const std::string& function, bool keywords) {
    auto& concrete = (*saved_->mutable_concrete_functions())[function];
    for (const ExportCapture& c : p.signature->captures)
      concrete.add_bound_inputs((c.is_table ? tables_ : variables_)[static_cast<size_t>(c.variable)]);
    auto* call = concrete.mutable_canonicalized_input_signature()->mutable_tuple_value();
    auto* args = call->add_values()->mutable_tuple_value();
    auto* named = call->add_values()->mutable_dict_value();
    for (const ExportArgument& a : p.signature->inputs)
      SetSpec(a, keywords ? &(*named->mutable_fields())[a.name] : args->add_values());
    auto* outputs = concrete.mutable_output_signature()->mutable_dict_value();
    for (const ExportArgument& a : p.signature->outputs) SetSpec(a, &(*outputs->mutable_fields())[a.name]);
  }

  void AddWrapper(const SignaturePlan& p, int signatures) {
    int id = AddObject();
    AddChild(signatures, p.signature->key, id);
    auto* f = saved_->mutable_nodes(id)->mutable_bare_concrete_function();
    f->set_concrete_function_name(p.wrapper);
    for (int i : p.input_order) f->add_argument_keywords(p.signature->inputs[static_cast<size_t>(i)].name);
    f->set_allowed_positional_arguments(p.input_order.size() == 1 ? 1 : 0);
    AddConcrete(p, p.wrapper, /*keywords=*/true);
  }

  // A method of the root with the inputs as positional arguments, in the signature's order.
  void AddFunction(const SignaturePlan& p) {
    int id = AddObject();
    AddChild(0, p.attribute, id);
    auto* f = saved_->mutable_nodes(id)->mutable_function();
    f->add_concrete_functions(p.body);
    SetFunctionSpec(p.signature->inputs, f->mutable_function_spec());
    AddConcrete(p, p.body, /*keywords=*/false);
  }

  static void SetFunctionSpec(const std::vector<ExportArgument>& arguments, tf::FunctionSpec* function_spec) {
    function_spec->mutable_input_signature()->mutable_none_value();
    auto* spec = function_spec->mutable_fullargspec()->mutable_named_tuple_value();
    spec->set_name("FullArgSpec");
    auto field = [&](const char* name) {
      auto* pair = spec->add_values();
      pair->set_key(name);
      return pair->mutable_value();
    };
    auto* args = field("args")->mutable_list_value();
    std::map<std::string, int, std::less<>> names;
    for (const ExportArgument& a : arguments)
      args->add_values()->set_string_value(UniqueName(ParameterName(a.name), names));
    field("varargs")->mutable_none_value();
    field("varkw")->mutable_none_value();
    field("defaults")->mutable_none_value();
    field("kwonlyargs")->mutable_list_value();
    field("kwonlydefaults")->mutable_none_value();
    field("annotations")->mutable_dict_value();
  }

  const ExportPlan& plan_;
  const ExportModel& model_;
  tf::SavedObjectGraph* saved_;
  tf::TrackableObjectGraph* checkpoint_;
  std::map<std::string, int> objects_;   // joined path -> id
  std::vector<int> variables_, tables_;  // ids, by index of the variable or table
};

}  // namespace

void BuildObjects(const ExportPlan& plan, tf::SavedObjectGraph* saved, tf::TrackableObjectGraph* checkpoint) {
  ObjectBuilder(plan, saved, checkpoint).Build();
}

}  // namespace slipway::savedmodel
