#include "formats/savedmodel/decode.h"

#include <set>

#include "formats/proto/message.h"
#include "formats/proto/tensor.h"
#include "formats/proto/types.h"
#include "tensorflow/core/framework/graph.pb.h"
#include "tensorflow/core/protobuf/meta_graph.pb.h"

namespace slipway::savedmodel {

namespace {

namespace tf = tensorflow;
using Owner = std::shared_ptr<const void>;

Attr DecodeShapeAttr(const tf::TensorShapeProto& proto) {
  Result<Shape> shape = proto::ShapeFromProto(proto);
  if (!shape.ok()) return UnreadableAttr{shape.status().message()};
  return *shape;
}

Attr DecodeTensorAttr(const tf::TensorProto& proto, const Owner& owner) {
  Result<Tensor> tensor = proto::TensorFromProto(proto, owner);
  if (!tensor.ok()) return UnreadableAttr{tensor.status().message()};
  return *tensor;
}

Attr DecodeShapes(const tf::AttrValue::ListValue& list) {
  std::vector<Shape> shapes;
  for (const auto& s : list.shape()) {
    Result<Shape> shape = proto::ShapeFromProto(s);
    if (!shape.ok()) return UnreadableAttr{shape.status().message()};
    shapes.push_back(*shape);
  }
  return shapes;
}

Attr DecodeTensors(const tf::AttrValue::ListValue& list, const Owner& owner) {
  std::vector<Tensor> tensors;
  for (const auto& t : list.tensor()) {
    Result<Tensor> tensor = proto::TensorFromProto(t, owner);
    if (!tensor.ok()) return UnreadableAttr{tensor.status().message()};
    tensors.push_back(*std::move(tensor));
  }
  return tensors;
}

Attr DecodeList(const tf::AttrValue::ListValue& list, const Owner& owner) {
  if (list.s_size()) return std::vector<std::string>(list.s().begin(), list.s().end());
  if (list.f_size()) return std::vector<float>(list.f().begin(), list.f().end());
  if (list.b_size()) return std::vector<bool>(list.b().begin(), list.b().end());
  if (list.shape_size()) return DecodeShapes(list);
  if (list.tensor_size()) return DecodeTensors(list, owner);
  if (list.type_size()) {
    std::vector<DType> types;
    for (int t : list.type()) types.push_back(proto::DTypeFromProto(static_cast<tf::DataType>(t)));
    return types;
  }
  if (list.func_size()) {
    std::vector<FunctionAttr> functions;
    for (const auto& f : list.func()) functions.push_back({f.name()});
    return functions;
  }
  return std::vector<int64_t>(list.i().begin(), list.i().end());
}

Attr DecodeAttr(const tf::AttrValue& proto, const Owner& owner) {
  switch (proto.value_case()) {
    case tf::AttrValue::kList:
      return DecodeList(proto.list(), owner);
    case tf::AttrValue::kS:
      return proto.s();
    case tf::AttrValue::kI:
      return proto.i();
    case tf::AttrValue::kF:
      return proto.f();
    case tf::AttrValue::kB:
      return proto.b();
    case tf::AttrValue::kType:
      return proto::DTypeFromProto(proto.type());
    case tf::AttrValue::kShape:
      return DecodeShapeAttr(proto.shape());
    case tf::AttrValue::kTensor:
      return DecodeTensorAttr(proto.tensor(), owner);
    case tf::AttrValue::kPlaceholder:
      return PlaceholderAttr{proto.placeholder()};
    case tf::AttrValue::kFunc:
      return FunctionAttr{proto.func().name()};
    case tf::AttrValue::VALUE_NOT_SET:
      break;
  }
  return UnreadableAttr{"it has no value"};
}

template <class Nodes>
Result<std::vector<Node>> DecodeNodes(const Nodes& protos, const Owner& owner) {
  std::vector<Node> nodes;
  nodes.reserve(static_cast<size_t>(protos.size()));
  std::set<std::string_view> names;
  for (const tf::NodeDef& proto : protos) {
    if (proto.name().empty()) return BadInput("a node (", proto.op(), ") has no name");
    if (!names.insert(proto.name()).second) return BadInput("there are two nodes '", proto.name(), "'");
    Node& node = nodes.emplace_back();
    node.name = proto.name();
    node.op = proto.op();
    node.inputs.assign(proto.input().begin(), proto.input().end());
    for (const auto& [name, value] : proto.attr()) node.attrs.emplace(name, DecodeAttr(value, owner));
  }
  return nodes;
}

template <class Arguments>
std::vector<Argument> DecodeArguments(const Arguments& protos) {
  std::vector<Argument> arguments;
  for (const tf::OpDef::ArgDef& proto : protos)
    arguments.push_back({proto.name(), proto::DTypeFromProto(proto.type()), proto.type_attr(), proto.number_attr(),
                         proto.type_list_attr()});
  return arguments;
}

Result<Function> DecodeFunction(const tf::FunctionDef& proto, const Owner& owner) {
  Function f;
  f.name = proto.signature().name();
  f.inputs = DecodeArguments(proto.signature().input_arg());
  f.outputs = DecodeArguments(proto.signature().output_arg());
  ASSIGN_OR_RETURN_AT(f.nodes, DecodeNodes(proto.node_def(), owner), StrCat("function '", f.name, "'"));
  f.results.insert(proto.ret().begin(), proto.ret().end());
  f.control_results.insert(proto.control_ret().begin(), proto.control_ret().end());
  return f;
}

Result<TensorInfo> DecodeTensorInfo(const tf::TensorInfo& proto) {
  TensorInfo info;
  info.dense =
      proto.encoding_case() == tf::TensorInfo::kName || proto.encoding_case() == tf::TensorInfo::ENCODING_NOT_SET;
  info.name = proto.name();
  info.dtype = proto::DTypeFromProto(proto.dtype());
  info.has_shape = proto.has_tensor_shape();
  if (info.has_shape) {
    ASSIGN_OR_RETURN(info.shape, proto::ShapeFromProto(proto.tensor_shape()));
  } else {
    info.shape = Shape::UnknownRank();
  }
  return info;
}

Result<Signature> DecodeSignature(const std::string& key, const tf::SignatureDef& proto, const Owner& owner) {
  Signature s;
  s.key = key;
  s.method_name = proto.method_name();
  for (const auto& [name, info] : proto.inputs()) {
    ASSIGN_OR_RETURN_AT(s.inputs[name], DecodeTensorInfo(info), StrCat("signature '", key, "', input '", name, "'"));
  }
  for (const auto& [name, info] : proto.outputs()) {
    ASSIGN_OR_RETURN_AT(s.outputs[name], DecodeTensorInfo(info), StrCat("signature '", key, "', output '", name, "'"));
  }
  for (const auto& [name, tensor] : proto.defaults()) {
    ASSIGN_OR_RETURN_AT(s.defaults[name], proto::TensorFromProto(tensor, owner),
                        StrCat("signature '", key, "', default of '", name, "'"));
  }
  return s;
}

constexpr char kReservedSignatures[] = "__saved_model_";

Status DecodeSignatures(const tf::MetaGraphDef& proto, const Owner& owner, MetaGraph* m) {
  std::map<std::string, const tf::SignatureDef*> sorted;
  for (const auto& [key, signature] : proto.signature_def())
    if (!key.starts_with(kReservedSignatures)) sorted[key] = &signature;
  for (const auto& [key, signature] : sorted) {
    ASSIGN_OR_RETURN(Signature s, DecodeSignature(key, *signature, owner));
    m->signatures.push_back(std::move(s));
  }
  return OkStatus();
}

std::vector<std::string> NodeCollection(const tf::MetaGraphDef& proto, const std::string& name) {
  auto it = proto.collection_def().find(name);
  if (it == proto.collection_def().end()) return {};
  const auto& names = it->second.node_list().value();
  return {names.begin(), names.end()};
}

// The signature wins over the collections, the newer collection over the older; table_initializer is the last resort
// (TensorFlow's loaders run it only through a main op).
std::vector<std::string> InitNodes(const tf::MetaGraphDef& proto) {
  std::vector<std::string> nodes;
  constexpr char kInit[] = "__saved_model_init_op";
  auto signature = proto.signature_def().find(kInit);
  if (signature != proto.signature_def().end())
    if (auto it = signature->second.outputs().find(kInit); it != signature->second.outputs().end())
      nodes.push_back(it->second.name());
  for (const char* collection : {"saved_model_main_op", "legacy_init_op", "table_initializer"})
    if (nodes.empty()) nodes = NodeCollection(proto, collection);
  for (std::string& node : nodes) node = std::string(ParseTensorRef(node).node);
  return nodes;
}

Status DecodeAssets(const tf::MetaGraphDef& proto, MetaGraph* m) {
  for (const auto& asset : proto.asset_file_def()) m->assets.push_back({asset.tensor_info().name(), asset.filename()});
  auto collection = proto.collection_def().find("saved_model_assets");
  if (!m->assets.empty() || collection == proto.collection_def().end()) return OkStatus();
  for (const auto& any : collection->second.any_list().value()) {
    tf::AssetFileDef asset;
    RETURN_IF_ERROR_AT(proto::ParseMessage(any.value(), &asset), "collection 'saved_model_assets'");
    m->assets.push_back({asset.tensor_info().name(), asset.filename()});
  }
  return OkStatus();
}

Status DecodeVariableObject(const tf::SavedVariable& proto, Object* object) {
  object->kind = ObjectKind::kVariable;
  object->name = proto.name();
  object->dtype = proto::DTypeFromProto(proto.dtype());
  object->trainable = proto.trainable();
  ASSIGN_OR_RETURN(object->shape, proto::ShapeFromProto(proto.shape()));
  return OkStatus();
}

Status DecodeKind(const tf::SavedObject& proto, Object* object) {
  switch (proto.kind_case()) {
    case tf::SavedObject::kUserObject:
      object->kind = ObjectKind::kUser;
      object->name = proto.user_object().identifier();
      break;
    case tf::SavedObject::kAsset:
      object->kind = ObjectKind::kAsset;
      object->asset = proto.asset().asset_file_def_index();
      break;
    case tf::SavedObject::kFunction:
      object->kind = ObjectKind::kFunction;
      object->functions.assign(proto.function().concrete_functions().begin(),
                               proto.function().concrete_functions().end());
      break;
    case tf::SavedObject::kVariable:
      return DecodeVariableObject(proto.variable(), object);
    case tf::SavedObject::kBareConcreteFunction:
      object->kind = ObjectKind::kBareFunction;
      object->name = proto.bare_concrete_function().concrete_function_name();
      break;
    case tf::SavedObject::kConstant:
      object->kind = ObjectKind::kConstant;
      object->name = proto.constant().operation();
      break;
    case tf::SavedObject::kResource:
      object->kind = ObjectKind::kResource;
      break;
    case tf::SavedObject::kCapturedTensor:
      object->kind = ObjectKind::kCaptured;
      object->name = proto.captured_tensor().name();
      break;
    case tf::SavedObject::KIND_NOT_SET:
      break;
  }
  return OkStatus();
}

Status DecodeObjects(const tf::SavedObjectGraph& proto, MetaGraph* m) {
  int count = proto.nodes_size();
  for (int i = 0; i < count; ++i) {
    Object& object = m->objects.emplace_back();
    RETURN_IF_ERROR_AT(DecodeKind(proto.nodes(i), &object), StrCat("object ", i));
    for (const auto& child : proto.nodes(i).children()) {
      if (child.node_id() < 0 || child.node_id() >= count)
        return BadInput("object ", i, ": child '", child.local_name(), "' is object ", child.node_id(), " of ", count);
      object.children.push_back({child.local_name(), child.node_id()});
    }
    if (object.asset >= static_cast<int>(m->assets.size()) || (object.kind == ObjectKind::kAsset && object.asset < 0))
      return BadInput("object ", i, " is asset ", object.asset, " of ", m->assets.size());
  }
  for (const auto& [name, function] : proto.concrete_functions()) {
    std::vector<int>& bound = m->bound_objects[name];
    for (int id : function.bound_inputs()) {
      if (id < 0 || id >= count)
        return BadInput("function '", name, "': bound input ", id, " is none of ", count, " objects");
      bound.push_back(id);
    }
  }
  return OkStatus();
}

}  // namespace

Result<Graph> DecodeGraph(const tf::GraphDef& proto, const Owner& owner) {
  Graph g;
  g.producer = proto.versions().producer();
  g.min_consumer = proto.versions().min_consumer();
  ASSIGN_OR_RETURN(g.nodes, DecodeNodes(proto.node(), owner));
  std::set<std::string_view> names;
  g.functions.reserve(static_cast<size_t>(proto.library().function_size()));
  for (const auto& function : proto.library().function()) {
    if (!names.insert(function.signature().name()).second)
      return BadInput("there are two functions '", function.signature().name(), "'");
    ASSIGN_OR_RETURN(Function f, DecodeFunction(function, owner));
    g.functions.push_back(std::move(f));
  }
  return g;
}

Result<MetaGraph> DecodeMetaGraph(const tf::MetaGraphDef& proto, const Owner& owner) {
  MetaGraph m;
  m.tags.assign(proto.meta_info_def().tags().begin(), proto.meta_info_def().tags().end());
  m.tensorflow_version = proto.meta_info_def().tensorflow_version();
  ASSIGN_OR_RETURN(m.graph, DecodeGraph(proto.graph_def(), owner));
  m.saver = {proto.saver_def().filename_tensor_name(), proto.saver_def().save_tensor_name(),
             proto.saver_def().restore_op_name()};
  RETURN_IF_ERROR(DecodeSignatures(proto, owner, &m));
  m.init_nodes = InitNodes(proto);
  RETURN_IF_ERROR(DecodeAssets(proto, &m));
  RETURN_IF_ERROR_AT(DecodeObjects(proto.object_graph_def(), &m), "object graph");
  return m;
}

}  // namespace slipway::savedmodel
