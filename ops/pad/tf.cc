#include "ir/wire/tf.h"
#include "ops/pad/pad.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Pad::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  bool has_value = node.op == "PadV2";
  RETURN_IF_ERROR(in.Count(has_value ? 3 : 2));
  if (!has_value) return in.Add(Pad{}, {in.input(0), in.input(1)});
  return in.Add(Pad{}, {in.input(0), in.input(1), in.input(2)});
}

Status ToTf(const Pad&, wire::TfExporter& out) {
  std::vector<wire::TfRef> inputs = {out.input(0), out.input(1)};
  if (out.Has(2)) inputs.push_back(out.input(2));
  out.SetOutput(0, out.Emit(out.Has(2) ? "PadV2" : "Pad", inputs,
                            {{"T", out.in(0).dtype}, {"Tpaddings", out.in(1).dtype}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
