#include "train/graph_value.h"

#include <cmath>

#include "ops/binary/binary.h"
#include "ops/cast/cast.h"
#include "ops/compare/compare.h"
#include "ops/select/select.h"
#include "ops/unary/unary.h"

namespace slipway::train {

using ops::Binary;
using ops::BinaryKind;
using ops::Compare;
using ops::CompareKind;
using ops::Unary;
using ops::UnaryKind;

GraphValue GraphValue::Mask(GradContext& g, ir::ValueId condition, ir::ValueId like) {
  GraphValue mask(g, condition);
  mask.form_ = Form::kMask;
  mask.like_ = like;
  return mask;
}

ir::ValueId GraphValue::In(GradContext& g, ir::ValueId like) const {
  return IsConstant() ? g.ScalarLike(like, constant_) : AsNode().id_;
}

GraphValue GraphValue::AsNode() const {
  if (form_ != Form::kMask) return *this;
  return GraphValue(*g_, g_->Add(ops::Cast{.to = g_->type(like_).dtype}, {id_}));
}

GraphValue Apply(const GraphValue& x, const ops::Op& op) {
  CHECK(!x.IsConstant());
  GraphValue node = x.AsNode();
  return GraphValue(*node.g_, node.g_->Add(op, {node.id_}));
}

GraphValue Apply(const GraphValue& a, const GraphValue& b, const ops::Op& op) {
  CHECK(!a.IsConstant() || !b.IsConstant());
  GradContext& g = *(a.IsConstant() ? b : a).g_;
  GraphValue like = (a.IsConstant() ? b : a).AsNode();
  ir::ValueId first = a.IsConstant() ? a.In(g, like.id_) : like.id_;
  ir::ValueId second = b.IsConstant() || !a.IsConstant() ? b.In(g, like.id_) : like.id_;
  return GraphValue(g, g.Add(op, {first, second}));
}

namespace {

GraphValue Relate(const GraphValue& a, const GraphValue& b, CompareKind kind, GradContext* g, ir::ValueId like) {
  GraphValue condition = Apply(a, b, Compare{.kind = kind});
  return GraphValue::Mask(*g, condition.In(*g, like), like);
}

}  // namespace

GraphValue operator+(const GraphValue& a, const GraphValue& b) {
  if (a.IsConstant() && b.IsConstant()) return GraphValue(a.constant_ + b.constant_);
  if (a.IsConstant(0)) return b;
  if (b.IsConstant(0)) return a;
  return Apply(a, b, Binary{.kind = BinaryKind::kAdd});
}

GraphValue operator-(const GraphValue& a, const GraphValue& b) {
  if (a.IsConstant() && b.IsConstant()) return GraphValue(a.constant_ - b.constant_);
  if (a.IsConstant(0)) return -b;
  if (b.IsConstant(0)) return a;
  return Apply(a, b, Binary{.kind = BinaryKind::kSub});
}

GraphValue operator*(const GraphValue& a, const GraphValue& b) {
  using Form = GraphValue::Form;
  if (a.IsConstant() && b.IsConstant()) return GraphValue(a.constant_ * b.constant_);
  if (a.IsConstant(0) || b.IsConstant(0)) return GraphValue(0);
  if (a.IsConstant(1)) return b;
  if (b.IsConstant(1)) return a;
  if (a.IsConstant(-1)) return -b;
  if (b.IsConstant(-1)) return -a;
  if (a.form_ == Form::kMask && b.form_ == Form::kMask)
    return GraphValue::Mask(*a.g_, a.g_->Add(Binary{.kind = BinaryKind::kLogicalAnd}, {a.id_, b.id_}), a.like_);
  if (a.form_ == Form::kMask) return where(a, b, GraphValue(0));
  if (b.form_ == Form::kMask) return where(b, a, GraphValue(0));
  return Apply(a, b, Binary{.kind = BinaryKind::kMul});
}

GraphValue operator/(const GraphValue& a, const GraphValue& b) {
  if (a.IsConstant() && b.IsConstant()) return GraphValue(a.constant_ / b.constant_);
  if (a.IsConstant(0)) return a;
  if (b.IsConstant(1)) return a;
  if (a.IsConstant(1)) return Apply(b, Unary{.kind = UnaryKind::kReciprocal});
  return Apply(a, b, Binary{.kind = BinaryKind::kDiv});
}

GraphValue operator-(const GraphValue& a) {
  if (a.IsConstant()) return GraphValue(-a.constant_);
  return Apply(a, Unary{.kind = UnaryKind::kNeg});
}

#define SLIPWAY_RELATION(symbol, relation)                                  \
  GraphValue operator symbol(const GraphValue& a, const GraphValue& b) {    \
    const GraphValue& node = a.IsConstant() ? b : a;                        \
    return Relate(a, b, CompareKind::relation, node.g_, node.AsNode().id_); \
  }
SLIPWAY_RELATION(<, kLess)
SLIPWAY_RELATION(>, kGreater)
SLIPWAY_RELATION(<=, kLessEqual)
SLIPWAY_RELATION(>=, kGreaterEqual)
SLIPWAY_RELATION(==, kEqual)
SLIPWAY_RELATION(!=, kNotEqual)
#undef SLIPWAY_RELATION

GraphValue where(const GraphValue& condition, const GraphValue& a, const GraphValue& b) {
  CHECK(condition.form_ == GraphValue::Form::kMask);
  GradContext& g = *condition.g_;
  if (a.IsConstant() && b.IsConstant(a.constant_)) return a;
  if (a.IsConstant(1) && b.IsConstant(0)) return condition;
  if (a.IsConstant(0) && b.IsConstant(1)) {
    ir::ValueId inverse = g.Add(Unary{.kind = UnaryKind::kLogicalNot}, {condition.id_});
    return GraphValue::Mask(g, inverse, condition.like_);
  }
  ir::ValueId like = condition.like_;
  return GraphValue(g, g.Add(ops::Select{}, {condition.id_, a.In(g, like), b.In(g, like)}));
}

#define SLIPWAY_FUNCTION(name, unary_kind) \
  GraphValue name(const GraphValue& x) { return Apply(x, Unary{.kind = UnaryKind::unary_kind}); }
SLIPWAY_FUNCTION(abs, kAbs)
SLIPWAY_FUNCTION(cos, kCos)
SLIPWAY_FUNCTION(erf, kErf)
SLIPWAY_FUNCTION(exp, kExp)
SLIPWAY_FUNCTION(log, kLog)
SLIPWAY_FUNCTION(logistic, kSigmoid)
SLIPWAY_FUNCTION(sign, kSign)
SLIPWAY_FUNCTION(sin, kSin)
SLIPWAY_FUNCTION(sqrt, kSqrt)
SLIPWAY_FUNCTION(tanh, kTanh)
#undef SLIPWAY_FUNCTION

GraphValue floor_div(const GraphValue& a, const GraphValue& b) {
  return Apply(a, b, Binary{.kind = BinaryKind::kFloorDiv});
}

GraphValue pow(const GraphValue& a, const GraphValue& b) { return Apply(a, b, Binary{.kind = BinaryKind::kPow}); }

}  // namespace slipway::train
