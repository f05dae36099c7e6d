#include "ir/wire/tf.h"
#include "ops/mirror_pad/mirror_pad.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> MirrorPad::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(2));
  ASSIGN_OR_RETURN(std::string mode, node.String("mode", "REFLECT"));
  if (mode != "REFLECT" && mode != "SYMMETRIC") return BadInput("mode is '", mode, "'");
  return in.Add(MirrorPad{.reflect = mode == "REFLECT"}, {in.input(0), in.input(1)});
}

Status ToTf(const MirrorPad& op, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("MirrorPad", {out.input(0), out.input(1)},
                            {{"T", out.in(0).dtype},
                             {"Tpaddings", out.in(1).dtype},
                             {"mode", std::string(op.reflect ? "REFLECT" : "SYMMETRIC")}},
                            {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
