#include "ops/reduce/reduce.h"

namespace slipway::ops {

std::span<const char* const> EnumNames(ReduceKind) {
  static constexpr const char* names[] = {
#define REDUCE(kind, ...) #kind,
#include "ops/reduce/kinds.def"
#undef REDUCE
  };
  return names;
}

QuantRule Reduce::Quant(const Reduce& op) {
  switch (op.kind) {
    case ReduceKind::kMean:
    case ReduceKind::kSum:
      return {.int8 = true, .int16x8 = true};
    case ReduceKind::kMax:
    case ReduceKind::kMin:
      return {.int8 = true, .int16x8 = true, .same_scale = true};
    default:
      return {};
  }
}

Result<uint32_t> AxisMask(std::span<const int64_t> axes, int rank) {
  uint32_t mask = 0;
  if (rank == 0) return mask;
  for (int64_t axis : axes) {
    ASSIGN_OR_RETURN(int i, NormalizeAxis(axis, rank));
    mask |= 1u << i;
  }
  return mask;
}

Shape ReducedShape(const Shape& x, uint32_t axis_mask, bool keep_dims) {
  Shape y;
  for (int i = 0; i < x.rank(); ++i) {
    bool reduced = axis_mask >> i & 1;
    if (!reduced) y.push_back(x[i]);
    if (reduced && keep_dims) y.push_back(1);
  }
  return y;
}

namespace {

// What is known of the result's shape when the axes are not.
Shape ShapeForUnknownAxes(const Shape& x, const Shape& axes, bool keep_dims) {
  if (!x.has_rank()) return Shape::UnknownRank();
  bool none = axes.has_rank() && axes.rank() == 1 && axes[0] == 0;
  if (none) return x;
  bool one = axes.IsStatic() && axes.Elements() == 1;
  if (!keep_dims && !one) return Shape::UnknownRank();
  Shape y;
  for (int i = keep_dims ? 0 : 1; i < x.rank(); ++i) y.push_back(kUnknownDim);
  return y;
}

}  // namespace

Result<TensorTypes> Infer(const Reduce& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  const Shape &x = in.shape(0), &axes = in.shape(1);
  DType t = in.dtype(0);
  bool logical = op.kind == ReduceKind::kAny || op.kind == ReduceKind::kAll;
  if (logical ? t != DType::kBool : !IsNumber(t))
    return BadInput(EnumNames(op.kind)[static_cast<size_t>(op.kind)], " does not take ", t);  // reduce_c1
  if ((in.dtype(1) != DType::kI32 && in.dtype(1) != DType::kI64) || (axes.has_rank() && axes.rank() > 1))
    return BadInput("axes are ", in[1], ", expected a vector of i32 or i64");  // reduce_c2
  bool moves = op.kind == ReduceKind::kMax || op.kind == ReduceKind::kMin;
  TensorType y(t, ShapeForUnknownAxes(x, axes, op.keep_dims), moves ? in[0].quant : Quantization{});
  std::optional<std::vector<int64_t>> known = in.Ints(1);
  if (known && x.has_rank()) {
    ASSIGN_OR_RETURN(uint32_t mask, AxisMask(*known, x.rank()));  // reduce_c3
    y.shape = ReducedShape(x, mask, op.keep_dims);                // reduce_c4
  }
  return TensorTypes{y};  // reduce_c5
}

}  // namespace slipway::ops
