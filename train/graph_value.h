#pragma once
// GraphValue: arithmetic that appends nodes, so that the derivatives of kinds.def serve numbers (ops/scalar.h) and
// gradient graphs.
//
//   GraphValue x(g, g.input(0)), dy(g, g.grad(0));
//   dy * (GraphValue(1) - x * x)
//
// A GraphValue is a value of the graph, a constant that is no node yet, or a 0/1 mask (a bool value). Constants fold:
// x * 1 is x, x * 0 is the constant 0, and dy * mask selects, so that no infinity times zero arises. A cheap handle to
// use while its GradContext lives.

#include "train/grad.h"

namespace slipway::train {

class GraphValue {
 public:
  GraphValue() = default;
  explicit GraphValue(double constant) : constant_(constant) {}
  GraphValue(GradContext& g, ir::ValueId v) : form_(Form::kNode), g_(&g), id_(v) {}
  // 1 where `condition` (a bool value) holds, else 0, in the dtype of `like`.
  static GraphValue Mask(GradContext& g, ir::ValueId condition, ir::ValueId like);

  bool IsConstant() const { return form_ == Form::kConstant; }
  bool IsConstant(double v) const { return IsConstant() && constant_ == v; }
  // The value as a node; a constant takes the dtype of `like`.
  ir::ValueId In(GradContext& g, ir::ValueId like) const;

  friend GraphValue operator+(const GraphValue& a, const GraphValue& b);
  friend GraphValue operator-(const GraphValue& a, const GraphValue& b);
  friend GraphValue operator*(const GraphValue& a, const GraphValue& b);
  friend GraphValue operator/(const GraphValue& a, const GraphValue& b);
  friend GraphValue operator-(const GraphValue& a);
  friend GraphValue operator<(const GraphValue& a, const GraphValue& b);
  friend GraphValue operator>(const GraphValue& a, const GraphValue& b);
  friend GraphValue operator<=(const GraphValue& a, const GraphValue& b);
  friend GraphValue operator>=(const GraphValue& a, const GraphValue& b);
  friend GraphValue operator==(const GraphValue& a, const GraphValue& b);
  friend GraphValue operator!=(const GraphValue& a, const GraphValue& b);
  // `condition` is a comparison.
  friend GraphValue where(const GraphValue& condition, const GraphValue& a, const GraphValue& b);
  friend GraphValue Apply(const GraphValue& x, const ops::Op& op);
  friend GraphValue Apply(const GraphValue& a, const GraphValue& b, const ops::Op& op);

 private:
  enum class Form { kConstant, kNode, kMask };
  GraphValue AsNode() const;

  Form form_ = Form::kConstant;
  double constant_ = 0;
  GradContext* g_ = nullptr;
  ir::ValueId id_ = ir::ValueId::kNone;    // kMask: the condition
  ir::ValueId like_ = ir::ValueId::kNone;  // kMask: has the mask's dtype
};

// The functions of ops/scalar.h that derivatives use.
GraphValue abs(const GraphValue& x);
GraphValue cos(const GraphValue& x);
GraphValue erf(const GraphValue& x);
GraphValue exp(const GraphValue& x);
GraphValue log(const GraphValue& x);
GraphValue logistic(const GraphValue& x);
GraphValue sign(const GraphValue& x);
GraphValue sin(const GraphValue& x);
GraphValue sqrt(const GraphValue& x);
GraphValue tanh(const GraphValue& x);
GraphValue floor_div(const GraphValue& a, const GraphValue& b);
GraphValue pow(const GraphValue& a, const GraphValue& b);

}  // namespace slipway::train
