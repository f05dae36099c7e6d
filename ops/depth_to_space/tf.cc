#include "ir/wire/tf.h"
#include "ops/depth_to_space/depth_to_space.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> DepthToSpace::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(1));
  ASSIGN_OR_RETURN(int64_t block, node.Int("block_size", 0));
  ASSIGN_OR_RETURN(std::string format, node.String("data_format", "NHWC"));
  DepthToSpace op{.block = static_cast<int>(block)};
  if (format == "NHWC") return in.Add(op, {in.input(0)});
  if (format != "NCHW") return Unsupported("data_format '", format, "'");
  ASSIGN_OR_RETURN(ir::ValueId x, in.ToNhwc(in.input(0)));
  ASSIGN_OR_RETURN(std::vector<ir::ValueId> y, in.Add(op, {x}));
  ASSIGN_OR_RETURN(y[0], in.ToNchw(y[0]));
  return y;
}

Status ToTf(const DepthToSpace& op, wire::TfExporter& out) {
  out.SetOutput(
      0, out.Emit("DepthToSpace", {out.input(0)},
                  {{"T", out.in(0).dtype}, {"block_size", int64_t{op.block}}, {"data_format", std::string("NHWC")}},
                  {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
