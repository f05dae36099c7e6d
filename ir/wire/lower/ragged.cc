// Ragged tensors as tensors.
#include "ir/wire/lower/builder.h"
#include "ir/wire/lower/lower.h"
#include "ops/concat/concat.h"
#include "ops/cumsum/cumsum.h"
#include "ops/fill/fill.h"
#include "ops/shape_of/shape_of.h"
#include "ops/unsorted_segment/unsorted_segment.h"

namespace slipway::wire {

namespace {

using B = ops::BinaryKind;
using C = ops::CompareKind;
using ir::ValueId;
using Values = Result<std::vector<ValueId>>;

// Where each row begins among the values, and how many it has.
struct Rows {
  ValueId starts, lengths;
};

Result<Rows> RowsOf(const TfNode& node, LoweringBuilder& b, TfImporter& in) {
  ASSIGN_OR_RETURN(std::vector<std::string> kinds, node.Strings("row_partition_types"));
  if (kinds == std::vector<std::string>{"ROW_SPLITS"} && in.num_inputs() == 4) {
    ValueId splits = b.Cast(in.input(3), DType::kI32), starts = b.Between(splits, 0, 0, -1);
    return Rows{starts, b.Binary(B::kSub, {b.Between(splits, 0, 1, LoweringBuilder::kToEnd), starts})};
  }
  if (kinds != std::vector<std::string>{"FIRST_DIM_SIZE", "VALUE_ROWIDS"} || in.num_inputs() != 5)
    return Unsupported("row partitions of ", StrJoin(kinds, ", "), ", only one ragged dimension can be converted");
  ValueId ids = b.Cast(in.input(4), DType::kI32), rows = b.Reshape(b.Cast(in.input(3), DType::kI32), {});
  ValueId ones = b.Add(ops::Fill{}, {b.Add(ops::ShapeOf{}, {ids}), b.Int(1)});
  ValueId lengths = b.Add(ops::UnsortedSegment{}, {ones, ids, rows});
  return Rows{b.Add(ops::Cumsum{.exclusive = true}, {lengths, b.Int(0)}), lengths};
}

}  // namespace

// Rows cut or filled up with the default: each place asks for the value that belongs there, or for the default behind
// the last one.
Values LowerRaggedTensorToTensor(const TfNode& node, TfImporter& in) {
  if (in.num_inputs() < 4) return BadInput("has ", in.num_inputs(), " inputs, expected 4 at least");
  const Shape values = in.type(in.input(1)).shape, missing = in.type(in.input(2)).shape;
  if (!values.has_rank() || values.rank() != 1 || !missing.has_rank() || missing.rank() != 0)
    return Unsupported("values of shape ", values, " with a default of shape ", missing,
                       ", expected a vector and a scalar");
  ASSIGN_OR_RETURN(std::vector<int64_t> shape, ConstantInts(in, 0, "shape"));
  if (shape.size() == 2 && shape[0] >= 0) return Unsupported("a given number of rows, ", shape[0]);
  LoweringBuilder b(in);
  ASSIGN_OR_RETURN(Rows rows, RowsOf(node, b, in));
  ValueId none = b.Ints({0});
  ValueId width = shape.size() == 2 && shape[1] >= 0
                      ? b.Int(shape[1])
                      : b.Reduce(ops::ReduceKind::kMax, b.Add(ops::Concat{}, {rows.lengths, none}), {0});
  ValueId column = b.Reshape(b.Indices(width), {1, -1});
  ValueId place = b.Binary(B::kAdd, {b.Reshape(rows.starts, {-1, 1}), column});
  ValueId there = b.Compare(C::kLess, {column, b.Reshape(rows.lengths, {-1, 1})});
  ValueId all = b.Add(ops::Concat{}, {in.input(1), b.Reshape(in.input(2), {1})});
  return b.Done({b.Gather(all, b.Select({there, place, b.Dimension(in.input(1), 0)}))});
}

}  // namespace slipway::wire
