#include "train/unfuse_activation.h"

#include "ir/patch.h"
#include "ops/attributes.h"
#include "ops/unary/unary.h"

namespace slipway::train {

namespace {

using ops::Activation;

// Finds the field that is an Activation, and empties it.
class TakeActivation final : public ops::FieldVisitor {
 public:
  Activation taken = Activation::kNone;

  void Enum(const char*, int& v, std::span<const char* const> names) override {
    if (names.data() != ops::EnumNames(Activation::kNone).data()) return;
    taken = static_cast<Activation>(v);
    v = static_cast<int>(Activation::kNone);
  }
  void Bool(const char*, bool&) override {}
  void Int(const char*, int64_t&) override {}
  void Float(const char*, double&) override {}
  void String(const char*, std::string&) override {}
  void Ints(const char*, std::vector<int64_t>&) override {}
  void Floats(const char*, std::vector<double>&) override {}
  void Strings(const char*, std::vector<std::string>&) override {}
  void Type(const char*, DType&) override {}
  void Types(const char*, std::vector<DType>&) override {}
  void ShapeField(const char*, Shape&) override {}
  void Shapes(const char*, std::vector<Shape>&) override {}
  void TensorField(const char*, Tensor&) override {}
};

}  // namespace

Status UnfuseActivations(ir::Graph& graph, std::map<ir::ValueId, ir::ValueId>* moved) {
  for (ir::NodeId id : graph.Order()) {
    const ir::Node& node = graph.node(id);
    TakeActivation take;
    ops::Op plain = ops::VisitFields(node.op, take);
    if (take.taken == Activation::kNone) continue;
    std::string origin = node.origin;
    std::optional<ops::UnaryKind> kind = ops::KindOf(take.taken);
    if (!kind) return Unsupported("the activation SIGN_BIT has no gradient").At(StrCat("'", origin, "'"));
    ir::ValueId y = node.outputs[0];
    ir::Patch patch(graph, id, "unfuse_activation");
    TensorType type = graph.type(y);
    ASSIGN_OR_RETURN(ir::ValueId x, patch.Add(std::move(plain), node.inputs, origin, {&type, 1}));
    ASSIGN_OR_RETURN(ir::ValueId activated, patch.Add(ops::Unary{.kind = *kind}, {x}, origin, {&type, 1}));
    patch.Replace(y, activated);
    RETURN_IF_ERROR(patch.Apply(graph));
    (*moved)[y] = activated;
  }
  return OkStatus();
}

}  // namespace slipway::train
