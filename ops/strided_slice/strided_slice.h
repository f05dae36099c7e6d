#pragma once
// StridedSlice: NumPy's x[begin:end:stride, ...]. begin, end and strides have one entry per item of the subscript; bit
// i of a mask says something about item i:
//   begin_mask, end_mask   that bound is the border
//   ellipsis_mask          the item is "...", all axes that no other item names
//   new_axis_mask          the item makes a new axis of 1 (an ellipsis bit wins)
//   shrink_axis_mask       the item is the index begin; its axis goes (an ellipsis or new-axis bit wins)
// `offset`: end counts from begin (TFLite). Negative bounds count from the end; bounds outside are clamped.
//   operands: x, begin, end, strides
//
// C1 begin, end and strides hold integers, have rank 1 and one length, at most 32
// C2 at most one ellipsis
// C3 the items name at most rank(x) axes
// C4 strides are not 0; those of indices are positive
// C5 an index is within its dimension
// C6 type(y) = type(x) but for the shape; scales per channel are not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct StridedSlice {
  int begin_mask = 0;
  int end_mask = 0;
  int ellipsis_mask = 0;
  int new_axis_mask = 0;
  int shrink_axis_mask = 0;
  bool offset = false;

  static void Fields(auto& op, auto&& f) {
    f("begin_mask", op.begin_mask);
    f("end_mask", op.end_mask);
    f("ellipsis_mask", op.ellipsis_mask);
    f("new_axis_mask", op.new_axis_mask);
    f("shrink_axis_mask", op.shrink_axis_mask);
    f("offset", op.offset);
  }
  using ReferenceTypes = AnyTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, StridedSlice*);
};

Result<TensorTypes> Infer(const StridedSlice&, Inputs);
Status ToTf(const StridedSlice&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const StridedSlice&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const StridedSlice&, interpreter::PrepareContext&);
void Grad(const StridedSlice&, train::GradContext&);

// What the subscript means for x of known rank: per axis of x the first index, the step and the number of elements, and
// the shape of y. Sizes are kUnknownDim where x, begin or end is not known (nullopt).
struct StridedBox {
  int64_t begin[kMaxRank] = {}, stride[kMaxRank] = {}, size[kMaxRank] = {};
  Shape shape;
};
using KnownInts = std::optional<std::vector<int64_t>>;
Result<StridedBox> ResolveStridedSlice(const StridedSlice&, const Shape& x, int items, const KnownInts& begin,
                                       const KnownInts& end, const KnownInts& strides);

}  // namespace slipway::ops
