#include "formats/savedmodel/encode.h"

#include "formats/proto/tensor.h"
#include "formats/proto/types.h"
#include "tensorflow/core/framework/function.pb.h"

namespace slipway::savedmodel {

namespace {

namespace tf = tensorflow;

struct AttrEncoder {
  tf::AttrValue* proto;
  tf::AttrValue::ListValue* list() const { return proto->mutable_list(); }

  void operator()(bool v) const { proto->set_b(v); }
  void operator()(int64_t v) const { proto->set_i(v); }
  void operator()(float v) const { proto->set_f(v); }
  void operator()(const std::string& v) const { proto->set_s(v); }
  void operator()(DType v) const { proto->set_type(proto::DTypeToProto(v)); }
  void operator()(const Shape& v) const { proto::ShapeToProto(v, proto->mutable_shape()); }
  void operator()(const Tensor& v) const { proto::TensorToProto(v, proto->mutable_tensor()); }
  void operator()(const FunctionAttr& v) const { proto->mutable_func()->set_name(v.name); }
  void operator()(const PlaceholderAttr& v) const { proto->set_placeholder(v.name); }
  void operator()(const UnreadableAttr&) const { proto->clear_value(); }
  void operator()(const std::vector<int64_t>& v) const { list()->mutable_i()->Add(v.begin(), v.end()); }
  void operator()(const std::vector<float>& v) const { list()->mutable_f()->Add(v.begin(), v.end()); }
  void operator()(const std::vector<bool>& v) const { list()->mutable_b()->Add(v.begin(), v.end()); }
  void operator()(const std::vector<std::string>& v) const {
    list();
    for (const std::string& s : v) list()->add_s(s);
  }
  void operator()(const std::vector<DType>& v) const {
    list();
    for (DType t : v) list()->add_type(proto::DTypeToProto(t));
  }
  void operator()(const std::vector<Shape>& v) const {
    list();
    for (const Shape& s : v) proto::ShapeToProto(s, list()->add_shape());
  }
  void operator()(const std::vector<Tensor>& v) const {
    list();
    for (const Tensor& t : v) proto::TensorToProto(t, list()->add_tensor());
  }
  void operator()(const std::vector<FunctionAttr>& v) const {
    list();
    for (const FunctionAttr& f : v) list()->add_func()->set_name(f.name);
  }
};

void EncodeArgument(const Argument& argument, tf::OpDef::ArgDef* proto) {
  proto->set_name(argument.name);
  proto->set_type(proto::DTypeToProto(argument.dtype));
  proto->set_type_attr(argument.type_attr);
  proto->set_number_attr(argument.number_attr);
  proto->set_type_list_attr(argument.type_list_attr);
}

}  // namespace

void EncodeAttr(const Attr& attr, tf::AttrValue* proto) { std::visit(AttrEncoder{proto}, attr); }

void EncodeNode(const Node& node, tf::NodeDef* proto) {
  proto->set_name(node.name);
  proto->set_op(node.op);
  for (const std::string& input : node.inputs) proto->add_input(input);
  for (const auto& [name, value] : node.attrs) EncodeAttr(value, &(*proto->mutable_attr())[name]);
}

void EncodeFunction(const Function& function, tf::FunctionDef* proto) {
  proto->mutable_signature()->set_name(function.name);
  for (const Argument& a : function.inputs) EncodeArgument(a, proto->mutable_signature()->add_input_arg());
  for (const Argument& a : function.outputs) EncodeArgument(a, proto->mutable_signature()->add_output_arg());
  for (const Node& n : function.nodes) EncodeNode(n, proto->add_node_def());
  for (const auto& [name, ref] : function.results) (*proto->mutable_ret())[name] = ref;
  for (const auto& [name, node] : function.control_results) {
    (*proto->mutable_control_ret())[name] = node;
    proto->mutable_signature()->add_control_output(name);
  }
  if (!function.control_results.empty()) proto->mutable_signature()->set_is_stateful(true);
}

}  // namespace slipway::savedmodel
