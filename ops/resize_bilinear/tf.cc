#include "ir/wire/tf.h"
#include "ops/cast/cast.h"
#include "ops/resize_bilinear/resize_bilinear.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> ResizeBilinear::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(2));
  ResizeBilinear op;
  ASSIGN_OR_RETURN(op.align_corners, node.Bool("align_corners", false));
  ASSIGN_OR_RETURN(op.half_pixel_centers, node.Bool("half_pixel_centers", false));
  ir::ValueId x = in.input(0);
  if (in.type(x).dtype != DType::kF32) {  // TensorFlow's result is always f32
    ASSIGN_OR_RETURN(std::vector<ir::ValueId> cast, in.Add(Cast{.to = DType::kF32}, {x}, "to_float"));
    x = cast[0];
  }
  return in.Add(op, {x, in.input(1)});
}

Status ToTf(const ResizeBilinear& op, wire::TfExporter& out) {
  if (out.in(0).dtype != DType::kF32) return Unsupported("ResizeBilinear of ", out.in(0).dtype);
  wire::TfRef size = out.input(1);
  if (const Tensor* known = out.constant(1)) size = out.Constant(Tensor::Vector(known->AsInts()));
  out.SetOutput(0, out.Emit("ResizeBilinear", {out.input(0), size},
                            {{"T", out.in(0).dtype},
                             {"align_corners", op.align_corners},
                             {"half_pixel_centers", op.half_pixel_centers}},
                            {"resized_images"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
