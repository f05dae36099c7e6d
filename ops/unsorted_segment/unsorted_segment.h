#pragma once
// UnsortedSegment: sums, products, maxima or minima of the parts of x that have the same segment id, for a given number
// of segments; negative ids are left out. Segments that nobody has hold 0, 1, the lowest or the highest number.
//   y[s, j...] = fold of x[i..., j...] with ids[i...] = s
//   operands: x, ids, number of segments
//
// NaN in a maximum or minimum is handed on until the next number of its segment, as TensorFlow does.
//
// C1 dtype(x) is a number
// C2 ids holds integers; its shape is the beginning of that of x
// C3 the number of segments is one integer, not negative
// C4 ids are below it: checked when running
// C5 shape(y) = [number of segments] + the rest of shape(x); dtype(y) = dtype(x)

#include <limits>

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

enum class SegmentFold { kSum, kProd, kMax, kMin };
std::span<const char* const> EnumNames(SegmentFold);

struct UnsortedSegment {
  SegmentFold fold = SegmentFold::kSum;

  static void Fields(auto& op, auto&& f) { f("fold", op.fold); }
  using ReferenceTypes = NumberTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, UnsortedSegment*);
};

Result<TensorTypes> Infer(const UnsortedSegment&, Inputs);
Status ToTf(const UnsortedSegment&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const UnsortedSegment&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const UnsortedSegment&, interpreter::PrepareContext&);
void Grad(const UnsortedSegment&, train::GradContext&);

template <class N>
N Folded(SegmentFold fold, const N& folded, const N& v) {
  switch (fold) {
    case SegmentFold::kSum:
      return folded + v;
    case SegmentFold::kProd:
      return folded * v;
    case SegmentFold::kMax:
      return v < folded ? folded : v;
    case SegmentFold::kMin:
      return v > folded ? folded : v;
  }
  return v;
}
// What an empty segment of this dtype holds.
double EmptySegment(SegmentFold, DType);
int64_t EmptyIntegerSegment(SegmentFold, DType);
// C3 for a number that is known: the shape of y.
Result<Shape> SegmentsShape(const Shape& x, const Shape& ids, int64_t segments);

}  // namespace slipway::ops
