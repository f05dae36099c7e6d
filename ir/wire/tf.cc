#include "ir/wire/tf.h"

#include "ops/transpose/transpose.h"

namespace slipway::wire {

static Status WrongKind(const TfNode& node, std::string_view attr, const TfAttr& value) {
  std::string where = StrCat("node '", node.name, "' (", node.op, "): attribute '", attr, "'");
  if (const auto* unreadable = std::get_if<savedmodel::UnreadableAttr>(&value))
    return Unsupported(unreadable->why).At(where);
  return BadInput(where, " has the wrong kind");
}

template <class T>
Result<T> TfNode::Get(std::string_view attr, T missing) const {
  auto it = attrs.find(attr);
  if (it == attrs.end()) return missing;
  if (const T* v = std::get_if<T>(&it->second)) return *v;
  return WrongKind(*this, attr, it->second);
}

template <class T>
Result<T> TfNode::Required(std::string_view attr) const {
  if (!Has(attr)) return BadInput("node '", name, "' (", op, "): attribute '", attr, "' is missing");
  return Get<T>(attr, T{});
}

Result<int64_t> TfNode::Int(std::string_view attr, int64_t missing) const { return Get<int64_t>(attr, missing); }
Result<bool> TfNode::Bool(std::string_view attr, bool missing) const { return Get<bool>(attr, missing); }
Result<float> TfNode::Float(std::string_view attr, float missing) const { return Get<float>(attr, missing); }
Result<std::string> TfNode::String(std::string_view attr, std::string missing) const {
  return Get<std::string>(attr, std::move(missing));
}
Result<std::vector<int64_t>> TfNode::Ints(std::string_view attr) const { return Get<std::vector<int64_t>>(attr, {}); }
Result<DType> TfNode::Type(std::string_view attr) const { return Required<DType>(attr); }
Result<Tensor> TfNode::TensorAttr(std::string_view attr) const { return Required<Tensor>(attr); }
Result<Shape> TfNode::ShapeAttr(std::string_view attr) const { return Required<Shape>(attr); }

// Lists whose kind cannot be told when empty arrive as integers.
template <class T>
static Result<std::vector<T>> ListAttr(const TfNode& node, std::string_view attr) {
  auto it = node.attrs.find(attr);
  if (it == node.attrs.end()) return std::vector<T>{};
  if (const auto* v = std::get_if<std::vector<T>>(&it->second)) return *v;
  if (const auto* ints = std::get_if<std::vector<int64_t>>(&it->second); ints && ints->empty()) return std::vector<T>{};
  return WrongKind(node, attr, it->second);
}
Result<std::vector<DType>> TfNode::Types(std::string_view attr) const { return ListAttr<DType>(*this, attr); }
Result<std::vector<Shape>> TfNode::Shapes(std::string_view attr) const { return ListAttr<Shape>(*this, attr); }
Result<std::vector<std::string>> TfNode::Strings(std::string_view attr) const {
  return ListAttr<std::string>(*this, attr);
}

Status TfImporter::Count(int n) const {
  if (num_inputs() != n) return BadInput("has ", num_inputs(), " inputs, expected ", n);
  return OkStatus();
}

Result<int64_t> TfImporter::ConstantInt(int i, std::string_view name) const {
  const Tensor* t = ConstantOf(input(i));
  if (!t) return Unsupported("input '", name, "' is computed, expected a constant");
  if (!IsInteger(t->dtype()) || t->elements() != 1)
    return BadInput("input '", name, "' is ", t->type(), ", expected one integer");
  return t->AsInts()[0];
}

static Result<ir::ValueId> Permute(TfImporter& in, ir::ValueId x, std::initializer_list<int64_t> perm,
                                   std::string_view suffix) {
  std::vector<int64_t> axes(perm);
  ir::ValueId p = in.Constant(Tensor::Vector(axes), StrCat(suffix, "/perm"));
  ASSIGN_OR_RETURN(std::vector<ir::ValueId> y, in.Add(ops::Transpose{}, {x, p}, suffix));
  return y[0];
}
Result<ir::ValueId> TfImporter::ToNhwc(ir::ValueId x) { return Permute(*this, x, {0, 2, 3, 1}, "to_nhwc"); }
Result<ir::ValueId> TfImporter::ToNchw(ir::ValueId x) { return Permute(*this, x, {0, 3, 1, 2}, "to_nchw"); }

}  // namespace slipway::wire
