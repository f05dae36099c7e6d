#include "ir/wire/tf.h"
#include "ops/bucketize/bucketize.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Bucketize::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(1));
  Bucketize op;
  auto it = node.attrs.find("boundaries");
  if (it == node.attrs.end()) return BadInput("attribute boundaries is missing");
  if (const auto* floats = std::get_if<std::vector<float>>(&it->second))
    op.boundaries.assign(floats->begin(), floats->end());
  else if (const auto* none = std::get_if<std::vector<int64_t>>(&it->second); !none || !none->empty())
    return BadInput("attribute boundaries is no list of floats");
  return in.Add(std::move(op), {in.input(0)});
}

Status ToTf(const Bucketize& op, wire::TfExporter& out) {
  std::vector<float> boundaries;
  for (double b : op.boundaries) boundaries.push_back(static_cast<float>(b));
  out.SetOutput(0, out.Emit("Bucketize", {out.input(0)},
                            {{"T", out.in(0).dtype}, {"boundaries", std::move(boundaries)}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
