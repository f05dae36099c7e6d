// Counting: histograms, ranks in sorted rows, whether a class is among the k best.
#include <limits>

#include "ir/wire/lower/builder.h"
#include "ir/wire/lower/lower.h"
#include "ops/expand_dims/expand_dims.h"
#include "ops/fill/fill.h"
#include "ops/pack/pack.h"
#include "ops/reshape/reshape.h"
#include "ops/shape_of/shape_of.h"
#include "ops/unsorted_segment/unsorted_segment.h"

namespace slipway::wire {

namespace {

using B = ops::BinaryKind;
using C = ops::CompareKind;
using R = ops::ReduceKind;
using U = ops::UnaryKind;
using ir::ValueId;
using Values = Result<std::vector<ValueId>>;

ValueId ExpandDims(LoweringBuilder& b, ValueId x, int axis) { return b.Add(ops::ExpandDims{}, {x, b.Int(axis)}); }

}  // namespace

// How often (or with which sum of weights) each of 0, ..., size - 1 is there; per row for a matrix. Larger numbers are
// left out.
Values LowerDenseBincount(const TfNode& node, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 3));
  ASSIGN_OR_RETURN(bool binary, node.Bool("binary_output", false));
  LoweringBuilder b(in);
  const Shape x = in.type(in.input(0)).shape;
  const TensorType weight = in.type(in.input(2));
  if (!x.has_rank() || !weight.shape.has_rank()) return Unsupported("x or weights of unknown rank");
  if (x.rank() > 2) return BadInput("x has shape ", x, ", expected rank 1 or 2");
  bool weighted = !(weight.shape.IsStatic() && weight.shape.Elements() == 0);
  if (weighted && !weight.shape.IsStatic() && weight.shape.rank() != x.rank())
    return Unsupported("weights of shape ", weight.shape);
  ValueId numbers = b.Cast(in.input(0), DType::kI32), size = b.Reshape(b.Cast(in.input(1), DType::kI32), {});
  ValueId out = b.Select(b.Compare(C::kLess, numbers, size), numbers, b.Int(-1)), bins = size;
  if (x.rank() == 2) {  // rows of their own
    ValueId rows = b.Dimension(in.input(0), 0);
    ValueId first = ExpandDims(b, b.Binary(B::kMul, b.Indices(rows), size), 1);
    out = b.Select(b.Compare(C::kLess, out, b.Int(0)), out, b.Binary(B::kAdd, out, first));
    out = b.Reshape(out, {-1});
    numbers = out;
    bins = b.Binary(B::kMul, rows, size);
  }
  bool plain = weight.dtype == DType::kI32 || weight.dtype == DType::kF32;  // what LiteRT sums
  ValueId ones = in.Constant(Tensor::Scalar<int32_t>(1), "one");
  ValueId parts =
      weighted && !binary ? b.Reshape(in.input(2), {-1}) : b.Add(ops::Fill{}, {b.Add(ops::ShapeOf{}, {numbers}), ones});
  if (!plain) parts = b.Cast(parts, DType::kF32);
  ValueId y = b.Add(ops::UnsortedSegment{}, {parts, out, bins});
  if (binary) y = b.Compare(C::kGreater, y, b.Scalar(y, 0));
  y = b.Cast(y, weight.dtype);
  if (x.rank() == 2) y = b.Add(ops::Reshape{}, {y, b.Add(ops::Pack{}, {b.Dimension(in.input(0), 0), size})});
  return b.Done({y});
}

// Numbers outside the range count for the first or last bin.
Values LowerHistogramFixedWidth(const TfNode& node, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 3));
  DType out = DType::kI32;
  if (node.Has("dtype")) {
    ASSIGN_OR_RETURN(out, node.Type("dtype"));
  }
  LoweringBuilder b(in);
  ValueId range = in.input(1), bins = b.Reshape(b.Cast(in.input(2), DType::kI32), {});
  ValueId x = b.Reshape(in.input(0), {-1});
  ValueId lo = b.Between(range, 0, 0, 1), hi = b.Between(range, 0, 1, 2);
  ValueId step = b.Binary(B::kDiv, b.Binary(B::kSub, hi, lo), b.Cast(bins, in.type(x).dtype));
  ValueId inside = b.Binary(B::kMinimum, b.Binary(B::kMaximum, x, lo), hi);
  ValueId bin = b.Cast(b.Binary(B::kDiv, b.Binary(B::kSub, inside, lo), step), DType::kI32);
  bin = b.Binary(B::kMinimum, bin, b.Binary(B::kSub, bins, b.Int(1)));
  ValueId one = in.Constant(Tensor::Scalar<int32_t>(1), "one");
  ValueId ones = b.Add(ops::Fill{}, {b.Add(ops::ShapeOf{}, {x}), one});
  return b.Done({b.Cast(b.Add(ops::UnsortedSegment{}, {ones, bin, bins}), out)});
}

// Fewer than k classes are better than the target; never where a prediction or the target is no number.
Values LowerInTopK(const TfNode&, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 3));
  LoweringBuilder b(in);
  ValueId x = in.input(0), target = ExpandDims(b, b.Cast(in.input(1), DType::kI32), 1);
  ValueId k = b.Cast(in.input(2), DType::kI32), classes = b.Dimension(x, 1);
  ValueId within = b.Binary(B::kMaximum, b.Int(0), b.Binary(B::kMinimum, target, b.Binary(B::kSub, classes, b.Int(1))));
  ValueId exists = b.Reduce(R::kAll, b.Compare(C::kEqual, target, within), {1});
  ValueId wanted = b.Add(ops::Gather{.axis = 1, .batch_dims = 1}, {x, within});
  ValueId better = b.Reduce(R::kSum, b.Cast(b.Compare(C::kGreater, x, wanted), DType::kI32), {1});
  ValueId infinity = b.Scalar(x, std::numeric_limits<double>::infinity());
  ValueId finite = b.Reduce(R::kAll, b.Compare(C::kLess, b.Unary(U::kAbs, x), infinity), {1});
  ValueId y = b.Binary(B::kLogicalAnd, b.Compare(C::kLess, better, k), b.Binary(B::kLogicalAnd, finite, exists));
  return b.Done({y});
}

// Where each value belongs in its sorted row: before (LowerBound) or behind (UpperBound) its equals.
Values LowerSearchSorted(const TfNode& node, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 2));
  DType out = DType::kI32;
  if (node.Has("out_type")) {
    ASSIGN_OR_RETURN(out, node.Type("out_type"));
  }
  LoweringBuilder b(in);
  ValueId row = ExpandDims(b, in.input(0), 1), value = ExpandDims(b, in.input(1), 2);
  ValueId before = b.Compare(node.op == "LowerBound" ? C::kLess : C::kLessEqual, row, value);
  return b.Done({b.Cast(b.Reduce(R::kSum, b.Cast(before, DType::kI32), {2}), out)});
}

}  // namespace slipway::wire
