#include "ir/wire/tf.h"
#include "ops/unsorted_segment/unsorted_segment.h"

namespace slipway::ops {

namespace {

constexpr const char* kNames[] = {"UnsortedSegmentSum", "UnsortedSegmentProd", "UnsortedSegmentMax",
                                  "UnsortedSegmentMin"};

}  // namespace

Result<std::vector<ir::ValueId>> UnsortedSegment::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(3));
  UnsortedSegment op;
  for (int i = 0; i < 4; ++i)
    if (node.op == kNames[i]) op.fold = static_cast<SegmentFold>(i);
  return in.Add(op, {in.input(0), in.input(1), in.input(2)});
}

Status ToTf(const UnsortedSegment& op, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit(kNames[static_cast<int>(op.fold)], {out.input(0), out.input(1), out.input(2)},
                            {{"T", out.in(0).dtype}, {"Tindices", out.in(1).dtype}, {"Tnumsegments", out.in(2).dtype}},
                            {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
