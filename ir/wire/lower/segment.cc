// Reductions by segment, scatters into a tensor and diagonals, in terms of UnsortedSegment, ScatterNd and Gather.
#include <algorithm>

#include "ir/wire/lower/builder.h"
#include "ir/wire/lower/lower.h"
#include "ops/cast/cast.h"
#include "ops/concat/concat.h"
#include "ops/fill/fill.h"
#include "ops/gather/gather.h"
#include "ops/reduce/reduce.h"
#include "ops/reshape/reshape.h"
#include "ops/scatter_nd/scatter_nd.h"
#include "ops/select/select.h"
#include "ops/shape_of/shape_of.h"
#include "ops/unique/unique.h"
#include "ops/unsorted_segment/unsorted_segment.h"

namespace slipway::wire {

namespace {

using ir::ValueId;
using ops::BinaryKind;
using ops::CompareKind;
using ops::SegmentFold;
using Values = Result<std::vector<ValueId>>;

ValueId FilledLike(LoweringBuilder& b, ValueId x, ValueId value) {
  return b.Add(ops::Fill{}, {b.Add(ops::ShapeOf{}, {x}), value});
}

// What is reduced by rising ids, and how many rows each segment has, as a column that broadcasts against x.
struct Segments {
  ValueId x, ids, count, rows;
};

Result<Segments> SortedSegments(LoweringBuilder& b, TfImporter& in, DType count_type) {
  RETURN_IF_ERROR(CheckInputs(in, 2));
  Segments s{.x = in.input(0), .ids = in.input(1)};
  const Shape x = b.type(s.x).shape;
  if (!x.has_rank()) return Unsupported("x of unknown rank");
  if (x.rank() < 1) return BadInput("x is a scalar, expected rows");
  // One more than the last id; 0 for no rows.
  ValueId none = b.Ints({-1}, b.type(s.ids).dtype);
  ValueId last = b.Add(ops::Reduce{.kind = ops::ReduceKind::kMax}, {b.Add(ops::Concat{}, {s.ids, none}), b.Ints({0})});
  s.count = b.Binary(BinaryKind::kAdd, {last, b.Scalar(last, 1)});
  ValueId ones = FilledLike(b, s.ids, in.Constant(Tensor::Scalar<int32_t>(1), "one"));
  s.rows = b.Add(ops::UnsortedSegment{}, {ones, s.ids, s.count});
  if (count_type != DType::kI32) s.rows = b.Add(ops::Cast{.to = count_type}, {s.rows});
  std::vector<int64_t> column(static_cast<size_t>(x.rank()), 1);
  column[0] = -1;
  s.rows = b.Add(ops::Reshape{}, {s.rows, b.Ints(column)});
  return s;
}

}  // namespace

// Segments that nobody has are 0 in the sorted forms (but products), the lowest or highest number in the unsorted ones.
Values LowerSortedSegment(const TfNode& node, TfImporter& in) {
  LoweringBuilder b(in);
  ASSIGN_OR_RETURN(Segments s, SortedSegments(b, in, DType::kI32));
  SegmentFold fold = node.op == "SegmentMax"   ? SegmentFold::kMax
                     : node.op == "SegmentMin" ? SegmentFold::kMin
                                               : SegmentFold::kProd;
  ValueId y = b.Add(ops::UnsortedSegment{fold}, {s.x, s.ids, s.count});
  if (fold == SegmentFold::kProd) return b.Done({y});
  ValueId some = b.Compare(CompareKind::kGreater, {s.rows, b.Scalar(s.rows, 0)});
  return b.Done({b.Add(ops::Select{}, {some, y, b.Scalar(s.x, 0)})});
}

Values LowerSegmentMean(const TfNode&, TfImporter& in) {
  LoweringBuilder b(in);
  if (in.num_inputs() != 2 || !IsFloat(in.type(in.input(0)).dtype)) return Unsupported("a mean of what is not float");
  ASSIGN_OR_RETURN(Segments s, SortedSegments(b, in, in.type(in.input(0)).dtype));
  ValueId sum = b.Add(ops::UnsortedSegment{}, {s.x, s.ids, s.count});
  return b.Done({b.Binary(BinaryKind::kDiv, {sum, b.Binary(BinaryKind::kMaximum, {s.rows, b.Scalar(s.rows, 1)})})});
}

// x with slices replaced, raised or lowered by updates.
Values LowerTensorScatter(const TfNode& node, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 3));
  LoweringBuilder b(in);
  ValueId x = in.input(0), indices = in.input(1), updates = in.input(2);
  bool wide = b.type(indices).dtype == DType::kI64;
  ValueId shape = b.Add(ops::ShapeOf{.out_type = wide ? DType::kI64 : DType::kI32}, {x});
  ValueId scattered = b.Add(ops::ScatterNd{}, {indices, updates, shape});
  if (node.op == "TensorScatterAdd") return b.Done({b.Binary(BinaryKind::kAdd, {x, scattered})});
  if (node.op == "TensorScatterSub") return b.Done({b.Binary(BinaryKind::kSub, {x, scattered})});
  ValueId yes = in.Constant(Tensor::Scalar<bool>(true), "yes");
  ValueId there = b.Add(ops::ScatterNd{}, {indices, FilledLike(b, updates, yes), shape});
  return b.Done({b.Add(ops::Select{}, {there, scattered, x})});
}

// x raised (lowered) to the largest (smallest) of the updates with the same indices.
Values LowerTensorScatterExtreme(const TfNode& node, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 3));
  const Shape x = in.type(in.input(0)).shape, tuples = in.type(in.input(1)).shape;
  if (!x.IsStatic() || !tuples.has_rank() || tuples.rank() < 1 || tuples.back() < 1)
    return Unsupported("x of shape ", x, " and indices of shape ", tuples, "; the sizes must be known");
  if (tuples.back() > x.rank()) return BadInput("indices of ", tuples.back(), " for x of shape ", x);
  int depth = static_cast<int>(tuples.back());
  std::vector<int64_t> strides(static_cast<size_t>(depth), 1), rows{-1}, all(x.begin(), x.end());
  for (int i = depth - 2; i >= 0; --i) strides[static_cast<size_t>(i)] = strides[static_cast<size_t>(i) + 1] * x[i + 1];
  rows.insert(rows.end(), x.begin() + depth, x.end());
  LoweringBuilder b(in);
  ValueId places = b.Binary(BinaryKind::kMul, {in.input(1), b.Ints(strides, in.type(in.input(1)).dtype)});
  ValueId ids = b.Reshape(b.Reduce(ops::ReduceKind::kSum, places, {tuples.rank() - 1}), {-1});
  bool max = node.op == "TensorScatterMax";
  ValueId best = b.Add(ops::UnsortedSegment{max ? SegmentFold::kMax : SegmentFold::kMin},
                       {b.Reshape(in.input(2), rows), b.Cast(ids, DType::kI32), b.Int(strides[0] * x[0])});
  return b.Done({b.Binary(max ? BinaryKind::kMaximum : BinaryKind::kMinimum, {in.input(0), b.Reshape(best, all)})});
}

Values LowerUniqueWithCounts(const TfNode& node, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 1));
  DType type = DType::kI32;
  if (node.Has("out_idx")) {
    ASSIGN_OR_RETURN(type, node.Type("out_idx"));
  }
  LoweringBuilder b(in);
  ASSIGN_OR_RETURN(std::vector<ValueId> unique, in.Add(ops::Unique{.index_type = type}, {in.input(0)}));
  ValueId one = in.Constant(Tensor::Scalar<int32_t>(1), "one");
  ValueId size = b.Add(ops::Reduce{.kind = ops::ReduceKind::kProd}, {b.Add(ops::ShapeOf{}, {unique[0]}), b.Ints({0})});
  ValueId counts = b.Add(ops::UnsortedSegment{}, {FilledLike(b, unique[1], one), unique[1], size});
  if (type != DType::kI32) counts = b.Add(ops::Cast{.to = type}, {counts});
  return b.Done({unique[0], unique[1], counts});
}

// The main diagonals: every (n + 1)-th element of the matrices laid out in rows.
Values LowerMatrixDiagPart(const TfNode& node, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, node.op == "MatrixDiagPart" ? 1 : 3));
  if (node.op != "MatrixDiagPart") {
    ASSIGN_OR_RETURN(int64_t k, in.ConstantInt(1, "k"));
    if (k != 0) return Unsupported("diagonal ", k, ", only 0");
  }
  LoweringBuilder b(in);
  const Shape x = b.type(in.input(0)).shape;
  if (!x.has_rank() || x.rank() < 2 || x.back() < 0 || x[x.rank() - 2] < 0)
    return Unsupported("matrices of unknown size");
  int64_t m = x[x.rank() - 2], n = x.back();
  std::vector<int64_t> flat(x.begin(), x.end() - 2), diagonal;
  if (std::count(flat.begin(), flat.end(), kUnknownDim) > 1) return Unsupported("x of shape ", x);
  flat.push_back(m * n);
  for (int64_t i = 0; i < std::min(m, n); ++i) diagonal.push_back(i * (n + 1));
  ValueId rows = b.Add(ops::Reshape{}, {in.input(0), b.Ints(flat)});
  return b.Done({b.Add(ops::Gather{.axis = x.rank() - 2}, {rows, b.Ints(diagonal)})});
}

}  // namespace slipway::wire
