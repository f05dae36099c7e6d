// Sparse matrices as lists of indices and values.
#include "base/complex_dtype.h"
#include "ir/wire/lower/builder.h"
#include "ir/wire/lower/lower.h"
#include "ops/top_k/top_k.h"
#include "ops/transpose/transpose.h"
#include "ops/unsorted_segment/unsorted_segment.h"

namespace slipway::wire {

namespace {

using B = ops::BinaryKind;
using ir::ValueId;
using Values = Result<std::vector<ValueId>>;

ValueId Column(LoweringBuilder& b, ValueId indices, int64_t i) {
  return b.Reshape(b.Between(indices, 1, i, i + 1), {-1});
}

}  // namespace

// y[i] = sum of value * dense[j] over the entries (i, j).
Values LowerSparseTensorDenseMatMul(const TfNode& node, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 4));
  ASSIGN_OR_RETURN(bool adjoint_a, node.Bool("adjoint_a", false));
  ASSIGN_OR_RETURN(bool adjoint_b, node.Bool("adjoint_b", false));
  if (IsComplex(in.type(in.input(1)).dtype)) return Unsupported("complex numbers");
  LoweringBuilder b(in);
  ValueId indices = b.Cast(in.input(0), DType::kI32), dense = in.input(3);
  if (adjoint_b) dense = b.Add(ops::Transpose{}, {dense, b.Ints({1, 0})});
  ValueId values = b.Reshape(in.input(1), {-1, 1}), from = b.Gather(dense, Column(b, indices, adjoint_a ? 0 : 1));
  int64_t axis = adjoint_a ? 1 : 0;
  ValueId rows = b.Reshape(b.Between(b.Cast(in.input(2), DType::kI32), 0, axis, axis + 1), {});
  return b.Done({b.Add(ops::UnsortedSegment{},
                       {b.Binary(B::kMul, {from, values}), Column(b, indices, adjoint_a ? 1 : 0), rows})});
}

// Entries in row-major order: the order of their places, largest negated place first.
Values LowerSparseReorder(const TfNode&, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 3));
  const Shape shape = in.type(in.input(2)).shape;
  if (!shape.IsStatic() || shape.rank() != 1) return Unsupported("a sparse tensor of unknown rank");
  LoweringBuilder b(in);
  ValueId indices = b.Cast(in.input(0), DType::kI32), dims = b.Cast(in.input(2), DType::kI32);
  ValueId place = Column(b, indices, 0);
  for (int64_t i = 1; i < shape[0]; ++i)
    place = b.Binary(B::kAdd, {b.Binary(B::kMul, {place, b.Between(dims, 0, i, i + 1)}), Column(b, indices, i)});
  ValueId negated = b.Binary(B::kSub, {b.Int(0), place});
  if (!b.ok()) return b.Done({});
  ASSIGN_OR_RETURN(std::vector<ValueId> sorted, in.Add(ops::TopK{}, {negated, b.Dimension(in.input(1), 0)}, "sorted"));
  return b.Done({b.Gather(in.input(0), sorted[1]), b.Gather(in.input(1), sorted[1])});
}

}  // namespace slipway::wire
