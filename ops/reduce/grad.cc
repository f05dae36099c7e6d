#include "ops/reduce/reduce.h"
#include "ops/reshape/reshape.h"
#include "train/graph_value.h"

namespace slipway::ops {

namespace {

using ir::ValueId;
using train::GradContext;
using train::GraphValue;

// What the formulas below work on; y and dy have the reduced axes as 1.
struct Terms {
  GraphValue x, y, dy;
  ValueId axes;
};

ValueId Reshaped(GradContext& g, ValueId v, const Shape& shape) {
  if (g.type(v).shape == shape) return v;
  return g.Add(Reshape{}, {v, g.ConstantInts(shape.dims())});
}

GraphValue ReduceKeeping(GradContext& g, ReduceKind kind, const GraphValue& v, const Terms& t) {
  return GraphValue(g, g.Add(Reduce{.kind = kind, .keep_dims = true}, {v.In(g, g.input(0)), t.axes}));
}

// dy for every element, times `factor`.
GraphValue Spread(GradContext& g, const Terms& t, double factor) {
  const TensorType& x = g.type(g.input(0));
  Tensor factors(x.dtype, x.shape);
  VisitFixedDType(x.dtype, [&](auto tag) {
    using T = decltype(tag);
    constexpr bool half = std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;
    for (T& v : factors.as<T>()) v = static_cast<T>(static_cast<std::conditional_t<half, float, T>>(factor));
  });
  return t.dy * GraphValue(g, g.Constant(factors));
}

// Split evenly among the elements that are the extreme.
GraphValue OfExtreme(GradContext& g, const Terms& t) {
  GraphValue hit = GraphValue(g, (t.x == t.y).In(g, g.input(0)));
  return hit / ReduceKeeping(g, ReduceKind::kSum, hit, t) * t.dy;
}

// dy times the product of the other elements: right also where some are zero.
GraphValue OfProduct(GradContext& g, const Terms& t) {
  GraphValue zero = t.x == GraphValue(0);
  GraphValue count = ReduceKeeping(g, ReduceKind::kSum, zero, t);
  GraphValue nonzero = where(zero, GraphValue(1), t.x);
  GraphValue product = ReduceKeeping(g, ReduceKind::kProd, nonzero, t);
  GraphValue without_zero = product / nonzero * (count == GraphValue(0));
  GraphValue at_the_zero = product * ((count == GraphValue(1)) * zero);
  return (without_zero + at_the_zero) * t.dy;
}

}  // namespace

void Grad(const Reduce& op, GradContext& g) {
  const Tensor* axes = g.ConstantOf(g.input(1));
  if (!axes) return g.Fail("a Reduce whose axes are no constant has no gradient");
  Shape x = g.type(g.input(0)).shape;
  std::vector<int64_t> list = axes->AsInts();
  Result<uint32_t> mask = AxisMask(list, x.rank());
  CHECK(mask.ok());
  Shape kept = ReducedShape(x, *mask, true);
  Terms t{.x = GraphValue(g, g.input(0)),
          .y = GraphValue(g, Reshaped(g, g.output(0), kept)),
          .dy = GraphValue(g, Reshaped(g, g.grad(0), kept)),
          .axes = g.input(1)};
  GraphValue dx;
  switch (op.kind) {
    case ReduceKind::kSum:
      dx = Spread(g, t, 1);
      break;
    case ReduceKind::kMean:
      dx = Spread(g, t, kept.Elements() == 0 ? 0 : static_cast<double>(kept.Elements()) / x.Elements());
      break;
    case ReduceKind::kMax:
    case ReduceKind::kMin:
      dx = OfExtreme(g, t);
      break;
    case ReduceKind::kProd:
      dx = OfProduct(g, t);
      break;
    case ReduceKind::kAny:
    case ReduceKind::kAll:
      return;
  }
  g.SetGrad(0, dx.In(g, g.input(0)));
}

}  // namespace slipway::ops
