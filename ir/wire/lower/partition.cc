// Rows sorted into parts by number, and put together again.
#include "ir/wire/lower/builder.h"
#include "ir/wire/lower/lower.h"
#include "ops/concat/concat.h"
#include "ops/gather_nd/gather_nd.h"
#include "ops/unsorted_segment/unsorted_segment.h"
#include "ops/where/where.h"

namespace slipway::wire {

namespace {

using B = ops::BinaryKind;
using C = ops::CompareKind;
using ir::ValueId;
using Values = Result<std::vector<ValueId>>;

}  // namespace

Values LowerDynamicPartition(const TfNode& node, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 2));
  ASSIGN_OR_RETURN(int64_t parts, node.Int("num_partitions", 0));
  if (parts < 1 || parts > 1 << 16) return BadInput("num_partitions is ", parts);
  LoweringBuilder b(in);
  std::vector<ValueId> results;
  for (int64_t i = 0; i < parts; ++i) {
    ValueId mine = b.Compare(C::kEqual, {in.input(1), b.Int(i, in.type(in.input(1)).dtype)});
    results.push_back(b.Add(ops::GatherNd{}, {in.input(0), b.Add(ops::Where{}, {mine})}));
  }
  return b.Done(results);
}

// Operands: lists of row numbers, then as many lists of rows. The last row with a number counts.
Values LowerDynamicStitch(const TfNode&, TfImporter& in) {
  if (in.num_inputs() < 2 || in.num_inputs() % 2 != 0)
    return BadInput("has ", in.num_inputs(), " inputs, expected as many lists of indices as of data");
  int n = in.num_inputs() / 2;
  LoweringBuilder b(in);
  std::vector<ValueId> numbers, rows;
  for (int i = 0; i < n; ++i) {
    const Shape indices = in.type(in.input(i)).shape, data = in.type(in.input(n + i)).shape;
    if (!indices.has_rank() || !data.has_rank()) return Unsupported("indices or data of unknown rank");
    std::vector<int64_t> flat{-1};
    for (int d = indices.rank(); d < data.rank(); ++d) {
      if (data[d] < 0) return Unsupported("data of shape ", data, ", whose rows have an unknown size");
      flat.push_back(data[d]);
    }
    numbers.push_back(b.Reshape(in.input(i), {-1}));
    rows.push_back(indices.rank() == 1 ? in.input(n + i) : b.Reshape(in.input(n + i), flat));
  }
  ValueId number = b.Add(ops::Concat{}, numbers), row = b.Add(ops::Concat{}, rows);
  ValueId last = b.Reduce(ops::ReduceKind::kMax, b.Add(ops::Concat{}, {number, b.Ints({-1})}), {0});
  ValueId size = b.Binary(B::kAdd, {last, b.Int(1)});
  ValueId from = b.Add(ops::UnsortedSegment{ops::SegmentFold::kMax}, {b.Indices(b.Dimension(number, 0)), number, size});
  return b.Done({b.Gather(row, b.Binary(B::kMaximum, {from, b.Int(0)}))});
}

}  // namespace slipway::wire
