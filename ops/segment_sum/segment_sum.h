#pragma once
// SegmentSum: sums of the rows of x that have the same segment id; ids that nobody has give zeros.
//   y[s] = sum of x[i] with ids[i] = s
//   operands: x, ids
//
// C1 dtype(x) is a number, rank(x) >= 1
// C2 ids holds integers, has rank 1 and one element per row of x
// C3 ids do not fall and are not negative: checked when running
// C4 y has a row per id up to the last one; dtype(y) = dtype(x)

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct SegmentSum {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = NumberTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, SegmentSum*);
};

Result<TensorTypes> Infer(const SegmentSum&, Inputs);
Status ToTf(const SegmentSum&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const SegmentSum&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const SegmentSum&, interpreter::PrepareContext&);
void Grad(const SegmentSum&, train::GradContext&);
// C3; the number of segments. Ids are anything with [].
template <class Ids>
Result<int64_t> CountSegments(const Ids& ids, int64_t n) {
  int64_t last = 0;
  for (int64_t i = 0; i < n; ++i) {
    int64_t id = static_cast<int64_t>(ids[static_cast<size_t>(i)]);
    if (id < 0) return BadInput("ids[", i, "] = ", id, " is negative");
    if (id < last) return BadInput("ids[", i, "] = ", id, " comes after ", last);
    last = id;
  }
  return n == 0 ? 0 : last == INT64_MAX ? last : last + 1;  // either is more than memory holds
}

}  // namespace slipway::ops
