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

// What is counted: numbers below `size` (or those weights of theirs), in rows of their own where there are some.
struct Counted {
  ValueId numbers;                  // i32, flat
  ValueId rows = ValueId::kNone;    // how many; kNone: one, and the result is a vector
  ValueId row_of = ValueId::kNone;  // the row of each number
};

Values Bincount(const TfNode& node, LoweringBuilder& b, const Counted& x, ValueId size, ValueId weights) {
  ASSIGN_OR_RETURN(bool binary, node.Bool("binary_output", false));
  const TensorType weight = b.type(weights);
  if (!weight.shape.has_rank()) return Unsupported("weights of unknown rank");
  bool weighted = !(weight.shape.IsStatic() && weight.shape.Elements() == 0);
  ValueId bin = b.Select({b.Compare(C::kLess, {x.numbers, size}), x.numbers, b.Int(-1)}), bins = size;
  if (x.rows != ValueId::kNone) {
    ValueId in_row = b.Binary(B::kAdd, {bin, b.Binary(B::kMul, {x.row_of, size})});
    bin = b.Select({b.Compare(C::kLess, {bin, b.Int(0)}), bin, in_row});
    bins = b.Binary(B::kMul, {x.rows, size});
  }
  ValueId ones = b.Add(ops::Fill{}, {b.Add(ops::ShapeOf{}, {x.numbers}), b.Int(1)});
  ValueId parts = weighted && !binary ? b.Reshape(weights, {-1}) : ones;
  bool plain = weight.dtype == DType::kI32 || weight.dtype == DType::kF32;  // what LiteRT sums
  if (!plain) parts = b.Cast(parts, DType::kF32);
  ValueId y = b.Add(ops::UnsortedSegment{}, {parts, bin, bins});
  if (binary) y = b.Compare(C::kGreater, {y, b.Scalar(y, 0)});
  y = b.Cast(y, weight.dtype);
  if (x.rows != ValueId::kNone) y = b.Add(ops::Reshape{}, {y, b.Add(ops::Pack{}, {x.rows, size})});
  return b.Done({y});
}

}  // namespace

// How often (or with which sum of weights) each of 0, ..., size - 1 is there; per row for a matrix. Larger numbers are
// left out.
Values LowerDenseBincount(const TfNode& node, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 3));
  LoweringBuilder b(in);
  const Shape shape = in.type(in.input(0)).shape;
  if (!shape.has_rank()) return Unsupported("x of unknown rank");
  if (shape.rank() > 2) return BadInput("x has shape ", shape, ", expected rank 1 or 2");
  ValueId numbers = b.Cast(in.input(0), DType::kI32), size = b.Reshape(b.Cast(in.input(1), DType::kI32), {});
  Counted x{b.Reshape(numbers, {-1})};
  if (shape.rank() == 2) {
    x.rows = b.Dimension(in.input(0), 0);
    ValueId zeros = b.Binary(B::kSub, {numbers, numbers});
    x.row_of = b.Reshape(b.Binary(B::kAdd, {zeros, ExpandDims(b, b.Indices(x.rows), 1)}), {-1});
  }
  return Bincount(node, b, x, size, in.input(2));
}

// The same for rows that begin where `splits` says.
Values LowerRaggedBincount(const TfNode& node, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 4));
  LoweringBuilder b(in);
  ValueId ends = b.Between(b.Cast(in.input(0), DType::kI32), 0, 1, LoweringBuilder::kToEnd);
  Counted x{b.Cast(in.input(1), DType::kI32), b.Dimension(ends, 0)};
  ValueId place = ExpandDims(b, b.Indices(b.Dimension(x.numbers, 0)), 1);
  ValueId ended = b.Cast(b.Compare(C::kLessEqual, {ExpandDims(b, ends, 0), place}), DType::kI32);
  x.row_of = b.Reduce(R::kSum, ended, {1});
  return Bincount(node, b, x, b.Reshape(b.Cast(in.input(2), DType::kI32), {}), in.input(3));
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
  ValueId step = b.Binary(B::kDiv, {b.Binary(B::kSub, {hi, lo}), b.Cast(bins, in.type(x).dtype)});
  ValueId inside = b.Binary(B::kMinimum, {b.Binary(B::kMaximum, {x, lo}), hi});
  ValueId bin = b.Cast(b.Binary(B::kDiv, {b.Binary(B::kSub, {inside, lo}), step}), DType::kI32);
  bin = b.Binary(B::kMinimum, {bin, b.Binary(B::kSub, {bins, b.Int(1)})});
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
  ValueId within =
      b.Binary(B::kMaximum, {b.Int(0), b.Binary(B::kMinimum, {target, b.Binary(B::kSub, {classes, b.Int(1)})})});
  ValueId exists = b.Reduce(R::kAll, b.Compare(C::kEqual, {target, within}), {1});
  ValueId wanted = b.Add(ops::Gather{.axis = 1, .batch_dims = 1}, {x, within});
  ValueId better = b.Reduce(R::kSum, b.Cast(b.Compare(C::kGreater, {x, wanted}), DType::kI32), {1});
  ValueId infinity = b.Scalar(x, std::numeric_limits<double>::infinity());
  ValueId finite = b.Reduce(R::kAll, b.Compare(C::kLess, {b.Unary(U::kAbs, x), infinity}), {1});
  ValueId y = b.Binary(B::kLogicalAnd, {b.Compare(C::kLess, {better, k}), b.Binary(B::kLogicalAnd, {finite, exists})});
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
  ValueId before = b.Compare(node.op == "LowerBound" ? C::kLess : C::kLessEqual, {row, value});
  return b.Done({b.Cast(b.Reduce(R::kSum, b.Cast(before, DType::kI32), {2}), out)});
}

}  // namespace slipway::wire
