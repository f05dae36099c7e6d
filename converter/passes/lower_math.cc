#include "converter/passes/passes.h"
#include "ops/binary/binary.h"
#include "ops/compare/compare.h"
#include "ops/select/select.h"
#include "ops/unary/unary.h"

namespace slipway::converter {

using ir::ValueId;
using ops::Binary;
using ops::BinaryKind;
using ops::Unary;
using ops::UnaryKind;

namespace {

// Expressions as nodes of a patch. The first error sticks.
// What it makes is numbered in the order of its calls, so two of them may not be arguments of one call: their order is
// the compiler's choice.
class Expression {
 public:
  Expression(ir::Patch& p, const ir::Node& n) : p_(p), origin_(n.origin) {}

  ValueId Apply(UnaryKind kind, ValueId x) { return Add(Unary{.kind = kind}, {x}); }
  ValueId Apply(BinaryKind kind, ValueId a, ValueId b) { return Add(Binary{.kind = kind}, {a, b}); }
  ValueId Plus(ValueId a, ValueId b) { return Apply(BinaryKind::kAdd, a, b); }
  ValueId Minus(ValueId a, ValueId b) { return Apply(BinaryKind::kSub, a, b); }
  ValueId Times(ValueId a, ValueId b) { return Apply(BinaryKind::kMul, a, b); }
  ValueId Over(ValueId a, ValueId b) { return Apply(BinaryKind::kDiv, a, b); }
  ValueId Number(float v) { return p_.Constant(Tensor::Scalar(v), StrCat(origin_, "/", v)); }
  ValueId Add(ops::Op op, std::vector<ValueId> inputs) {
    if (!status_.ok()) return ValueId::kNone;
    Result<ValueId> y = p_.Add(std::move(op), std::move(inputs), StrCat(origin_, "/", serial_++));
    if (y.ok()) return *y;
    status_ = y.status();
    return ValueId::kNone;
  }
  const Status& status() const { return status_; }

 private:
  ir::Patch& p_;
  std::string origin_;
  Status status_;
  int serial_ = 0;
};

// log(1 + exp(x)) that does not overflow.
ValueId Softplus(Expression& e, ValueId x) {
  ValueId decay = e.Apply(UnaryKind::kExp, e.Apply(UnaryKind::kNeg, e.Apply(UnaryKind::kAbs, x)));
  ValueId log = e.Apply(UnaryKind::kLog, e.Plus(decay, e.Number(1)));
  return e.Plus(e.Apply(UnaryKind::kRelu, x), log);
}

// The negative side is exact: it comes from ELU, which is exp(x) - 1 there.
ValueId Selu(Expression& e, ValueId x) {
  ValueId elu = e.Apply(UnaryKind::kElu, x), relu = e.Apply(UnaryKind::kRelu, x);
  ValueId negative = e.Apply(BinaryKind::kMinimum, elu, e.Number(0));
  ValueId positive = e.Times(relu, e.Number(1.0507009873554805f));
  return e.Plus(positive, e.Times(negative, e.Number(1.7580993408473768f)));
}

// a / b, and 0 where b is 0.
ValueId DivNoNan(Expression& e, ValueId a, ValueId b) {
  ValueId zero = e.Add(ops::Compare{.kind = ops::CompareKind::kEqual}, {b, e.Number(0)});
  return e.Add(ops::Select{}, {zero, e.Number(0), e.Over(a, b)});
}

ValueId Expm1(Expression& e, ValueId x) {
  ValueId exp = e.Apply(UnaryKind::kExp, x);
  return e.Minus(exp, e.Number(1));
}

ValueId Softsign(Expression& e, ValueId x) {
  ValueId size = e.Apply(UnaryKind::kAbs, x);
  return e.Over(x, e.Plus(size, e.Number(1)));
}

// kNone: the kind has a builtin, or there is nothing to write it with.
ValueId Lower(Expression& e, UnaryKind kind, ValueId x) {
  switch (kind) {
    case UnaryKind::kExpm1:
      return Expm1(e, x);
    case UnaryKind::kLog1p:
      return e.Apply(UnaryKind::kLog, e.Plus(x, e.Number(1)));
    case UnaryKind::kReciprocal:
      return e.Over(e.Number(1), x);
    case UnaryKind::kSelu:
      return Selu(e, x);
    case UnaryKind::kSoftplus:
      return Softplus(e, x);
    case UnaryKind::kSoftsign:
      return Softsign(e, x);
    case UnaryKind::kSwish:
      return e.Times(x, e.Apply(UnaryKind::kSigmoid, x));
    default:
      return ValueId::kNone;
  }
}

}  // namespace

Rewrite LowerMath(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  const auto* unary = n.op.As<Unary>();
  const auto* binary = n.op.As<Binary>();
  if ((!unary && !binary) || g.type(n.outputs[0]).dtype != DType::kF32) return std::nullopt;
  ir::Patch p(g, id, "lower_math");
  Expression e(p, n);
  ValueId y = ValueId::kNone;
  if (unary)
    y = Lower(e, unary->kind, n.inputs[0]);
  else if (binary->kind == BinaryKind::kDivNoNan && binary->activation == ops::Activation::kNone)
    y = DivNoNan(e, n.inputs[0], n.inputs[1]);
  RETURN_IF_ERROR(e.status());
  if (y == ValueId::kNone) return std::nullopt;
  p.Replace(n.outputs[0], y);
  return p;
}

}  // namespace slipway::converter
