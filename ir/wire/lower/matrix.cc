// Bands of matrices and cross products.
#include "ir/wire/lower/builder.h"
#include "ir/wire/lower/lower.h"

namespace slipway::wire {

namespace {

using B = ops::BinaryKind;
using C = ops::CompareKind;
using ir::ValueId;
using Values = Result<std::vector<ValueId>>;

}  // namespace

// x[i, j] where i - j <= lower and j - i <= upper, else 0; negative numbers set no limit.
Values LowerMatrixBandPart(const TfNode&, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 3));
  const Shape x = in.type(in.input(0)).shape;
  if (!x.has_rank()) return Unsupported("x of unknown rank");
  if (x.rank() < 2) return BadInput("x has shape ", x, ", expected matrices");
  LoweringBuilder b(in);
  ValueId row = b.Reshape(b.Indices(b.Dimension(in.input(0), x.rank() - 2)), {-1, 1});
  ValueId column = b.Indices(b.Dimension(in.input(0), x.rank() - 1)), keep = ValueId::kNone;
  for (int i : {1, 2}) {
    ASSIGN_OR_RETURN(int64_t limit, in.ConstantInt(i, i == 1 ? "num_lower" : "num_upper"));
    if (limit < 0) continue;
    ValueId distance = i == 1 ? b.Binary(B::kSub, {row, column}) : b.Binary(B::kSub, {column, row});
    ValueId within = b.Compare(C::kLessEqual, {distance, b.Int(limit)});
    keep = keep == ValueId::kNone ? within : b.Binary(B::kLogicalAnd, {keep, within});
  }
  if (keep == ValueId::kNone) return b.Done({in.input(0)});
  return b.Done({b.Select({keep, in.input(0), b.Scalar(in.input(0), 0)})});
}

Values LowerCross(const TfNode&, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 2));
  const Shape x = in.type(in.input(0)).shape;
  if (!x.has_rank() || x.rank() < 1) return Unsupported("x of unknown rank");
  LoweringBuilder b(in);
  int axis = x.rank() - 1;
  auto turned = [&](int i, const std::vector<int64_t>& order) { return b.Gather(in.input(i), b.Ints(order), axis); };
  return b.Done({b.Binary(B::kSub, {b.Binary(B::kMul, {turned(0, {1, 2, 0}), turned(1, {2, 0, 1})}),
                                    b.Binary(B::kMul, {turned(0, {2, 0, 1}), turned(1, {1, 2, 0})})})});
}

}  // namespace slipway::wire
