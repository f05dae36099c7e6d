#include "ir/wire/tf.h"
#include "ops/unary/functions.h"

namespace slipway::ops {

namespace {

struct Row {
  UnaryKind kind;
  std::string_view name;
};

constexpr const char* NONE = "";

constexpr Row kRows[] = {
#define UNARY(kind, tflite, tf, ...) {UnaryKind::k##kind, tf},
#include "ops/unary/kinds.def"
#undef UNARY
    {UnaryKind::kReciprocal, "Inv"},
    {UnaryKind::kRound, "Rint"},
};

// Arithmetic that emits TensorFlow nodes, for kinds that are no single TensorFlow op: their expression, node by node.
class TfExpression {
 public:
  explicit TfExpression(double constant) : constant_(constant) {}
  TfExpression(wire::TfExporter& out, DType type, wire::TfRef ref) : out_(&out), type_(type), ref_(std::move(ref)) {}

  const wire::TfRef& ref() const { return ref_; }

  friend TfExpression operator+(const TfExpression& a, const TfExpression& b) { return Emit("AddV2", "z", a, b); }
  friend TfExpression operator*(const TfExpression& a, const TfExpression& b) { return Emit("Mul", "z", a, b); }
  friend TfExpression maximum(const TfExpression& a, const TfExpression& b) { return Emit("Maximum", "z", a, b); }
  friend TfExpression minimum(const TfExpression& a, const TfExpression& b) { return Emit("Minimum", "z", a, b); }
  friend TfExpression erf(const TfExpression& x) { return Emit("Erf", "y", x); }
  friend TfExpression tanh(const TfExpression& x) { return Emit("Tanh", "y", x); }
  friend TfExpression logistic(const TfExpression& x) { return Emit("Sigmoid", "y", x); }

 private:
  wire::TfRef RefFor(const TfExpression& like) const {
    if (out_) return ref_;
    Tensor t(like.type_, Shape{});
    VisitFixedDType(like.type_, [&](auto tag) {
      using T = decltype(tag);
      if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
        t.as<T>()[0] = T(static_cast<float>(constant_));
      else
        t.as<T>()[0] = static_cast<T>(constant_);
    });
    return like.out_->Constant(t);
  }
  static TfExpression Emit(const char* op, const char* result, const TfExpression& a, const TfExpression& b) {
    const TfExpression& like = a.out_ ? a : b;
    return {*like.out_, like.type_,
            like.out_->Emit(op, {a.RefFor(like), b.RefFor(like)}, {{"T", like.type_}}, {result})[0]};
  }
  static TfExpression Emit(const char* op, const char* result, const TfExpression& x) {
    return {*x.out_, x.type_, x.out_->Emit(op, {x.ref_}, {{"T", x.type_}}, {result})[0]};
  }

  double constant_ = 0;
  wire::TfExporter* out_ = nullptr;
  DType type_ = DType::kInvalid;
  wire::TfRef ref_;
};

// The results of TensorFlow's activation functions are called "activations", of its other functions "y".
const char* ResultName(UnaryKind kind) {
  switch (kind) {
    case UnaryKind::kElu:
    case UnaryKind::kRelu:
    case UnaryKind::kRelu6:
    case UnaryKind::kSelu:
    case UnaryKind::kSoftplus:
    case UnaryKind::kSoftsign:
      return "activations";
    default:
      return "y";
  }
}

wire::TfRef EmitExpression(UnaryKind kind, wire::TfExporter& out) {
  TfExpression x(out, out.in(0).dtype, out.input(0));
  switch (kind) {
#define UNARY(kind, tflite, tf, ...)                                                           \
  case UnaryKind::k##kind:                                                                     \
    if constexpr (std::string_view(tf).empty()) return scalar::kind##Function::Value(x).ref(); \
    break;
#include "ops/unary/kinds.def"
#undef UNARY
  }
  CHECK(false);
  return {};
}

}  // namespace

Result<std::vector<ir::ValueId>> Unary::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  if (in.num_inputs() != 1) return BadInput("has ", in.num_inputs(), " inputs, expected 1");
  for (const Row& row : kRows)
    if (row.name == node.op) return in.Add(Unary{.kind = row.kind}, {in.input(0)});
  return Unsupported(node.op, " is no function of one number that is known");
}

Status ToTf(const Unary& op, wire::TfExporter& out) {
  if (!out.in(0).quant.empty()) return Unsupported("a quantized ", ToString(op), " has no TensorFlow form");
  std::string_view name = kRows[static_cast<size_t>(op.kind)].name;
  if (name.empty()) {
    out.SetOutput(0, EmitExpression(op.kind, out));
    return OkStatus();
  }
  std::map<std::string, wire::TfAttr> attrs;
  if (op.kind != UnaryKind::kLogicalNot) attrs["T"] = out.in(0).dtype;
  out.SetOutput(0, out.Emit(name, {out.input(0)}, std::move(attrs), {ResultName(op.kind)})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
