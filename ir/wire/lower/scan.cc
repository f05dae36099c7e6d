// Cumulative products and log-sum-exps: log2(n) rounds, each of which combines every element with the one that lies
// twice as far before it as in the round before. And Roll, which only moves.
#include <cmath>
#include <limits>

#include "ir/wire/lower/builder.h"
#include "ir/wire/lower/lower.h"

namespace slipway::wire {

namespace {

using B = ops::BinaryKind;
using C = ops::CompareKind;
using U = ops::UnaryKind;
using ir::ValueId;
using Values = Result<std::vector<ValueId>>;

Result<int> AxisOf(TfImporter& in, int i, const Shape& x) {
  ASSIGN_OR_RETURN(int64_t axis, in.ConstantInt(i, "axis"));
  if (!x.has_rank()) return Unsupported("x of unknown rank");
  if (axis < -x.rank() || axis >= x.rank()) return BadInput("axis ", axis, " of x of shape ", x);
  return static_cast<int>(axis < 0 ? axis + x.rank() : axis);
}

// log(exp(a) + exp(b)); equal infinities stay what they are.
ValueId LogAddExp(LoweringBuilder& b, ValueId x, ValueId y) {
  ValueId decay = b.Unary(U::kExp, b.Unary(U::kNeg, b.Unary(U::kAbs, b.Binary(B::kSub, {x, y}))));
  ValueId sum = b.Binary(B::kAdd, {b.Binary(B::kMaximum, {x, y}), b.Unary(U::kLog1p, decay)});
  return b.Select({b.Compare(C::kEqual, {x, y}), b.Binary(B::kAdd, {x, b.Scalar(x, std::log(2.0))}), sum});
}

template <class F>
Values Scan(const TfNode& node, TfImporter& in, double identity, F combine) {
  RETURN_IF_ERROR(CheckInputs(in, 2));
  ASSIGN_OR_RETURN(bool exclusive, node.Bool("exclusive", false));
  ASSIGN_OR_RETURN(bool reverse, node.Bool("reverse", false));
  const Shape shape = in.type(in.input(0)).shape;
  ASSIGN_OR_RETURN(int axis, AxisOf(in, 1, shape));
  if (shape[axis] < 0)
    return Unsupported("x of shape ", shape, " has an axis of unknown length to go along; fix it by --input_shapes");
  LoweringBuilder b(in);
  ValueId y = in.input(0);
  auto shifted = [&](ValueId x, int64_t by) {
    if (reverse) return b.PadAxis(b.Between(x, axis, by, LoweringBuilder::kToEnd), axis, 0, by, identity);
    return b.PadAxis(b.Between(x, axis, 0, -by), axis, by, 0, identity);
  };
  for (int64_t by = 1; by < shape[axis]; by *= 2) y = combine(b, y, shifted(y, by));
  if (exclusive && shape[axis] > 0) y = shifted(y, 1);
  return b.Done({y});
}

}  // namespace

Values LowerCumprod(const TfNode& node, TfImporter& in) {
  return Scan(node, in, 1, [](auto& b, auto x, auto y) { return b.Binary(B::kMul, {x, y}); });
}

Values LowerCumulativeLogsumexp(const TfNode& node, TfImporter& in) {
  return Scan(node, in, -std::numeric_limits<double>::infinity(), LogAddExp);
}

// y[i] = x[(i - shift) mod n] along each of the axes.
Values LowerRoll(const TfNode&, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 3));
  const Shape shape = in.type(in.input(0)).shape;
  ASSIGN_OR_RETURN(std::vector<int64_t> axes, ConstantInts(in, 2, "axis"));
  if (!shape.has_rank()) return Unsupported("x of unknown rank");
  LoweringBuilder b(in);
  ValueId y = in.input(0), shifts = b.Reshape(b.Cast(in.input(1), DType::kI32), {-1});
  int64_t i = 0;
  for (int64_t axis : axes) {
    if (axis < -shape.rank() || axis >= shape.rank()) return BadInput("axis ", axis, " of x of shape ", shape);
    int at = static_cast<int>(axis < 0 ? axis + shape.rank() : axis);
    ValueId n = b.Dimension(y, at), shift = b.Between(shifts, 0, i, i + 1);
    ++i;
    y = b.Gather(y, b.Binary(B::kFloorMod, {b.Binary(B::kSub, {b.Indices(n), shift}), n}), at);
  }
  return b.Done({y});
}

}  // namespace slipway::wire
