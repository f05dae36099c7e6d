#include "ir/wire/tf.h"
#include "ops/resize_nearest/resize_nearest.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> ResizeNearest::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(2));
  ResizeNearest op;
  ASSIGN_OR_RETURN(op.align_corners, node.Bool("align_corners", false));
  ASSIGN_OR_RETURN(op.half_pixel_centers, node.Bool("half_pixel_centers", false));
  return in.Add(op, {in.input(0), in.input(1)});
}

Status ToTf(const ResizeNearest& op, wire::TfExporter& out) {
  wire::TfRef size = out.input(1);
  if (const Tensor* known = out.constant(1)) size = out.Constant(Tensor::Vector(known->AsInts()));
  out.SetOutput(0, out.Emit("ResizeNearestNeighbor", {out.input(0), size},
                            {{"T", out.in(0).dtype},
                             {"align_corners", op.align_corners},
                             {"half_pixel_centers", op.half_pixel_centers}},
                            {"resized_images"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
