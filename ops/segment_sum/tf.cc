#include "ir/wire/tf.h"
#include "ops/segment_sum/segment_sum.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> SegmentSum::FromTf(const wire::TfNode&, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(2));
  return in.Add(SegmentSum{}, {in.input(0), in.input(1)});
}

Status ToTf(const SegmentSum&, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("SegmentSum", {out.input(0), out.input(1)},
                            {{"T", out.in(0).dtype}, {"Tindices", out.in(1).dtype}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
