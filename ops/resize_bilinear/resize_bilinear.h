#pragma once
// ResizeBilinear: images at another size; each pixel is the weighted mean of the four around its place in x.
//   place of output pixel i:  i in/out,  with align_corners i (in-1)/(out-1),  with half_pixel_centers (i+.5) in/out -
//   .5 operands: x [n, height, width, c], size [2] (height, width)
//
// C1 x has rank 4 and, unless y is empty, at least one pixel
// C2 size holds two positive integers
// C3 not both align_corners and half_pixel_centers
// C4 dtype(x) is a float type, i8, u8 or i16
// C5 type(y) = type(x) but for the shape

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct ResizeBilinear {
  bool align_corners = false;
  bool half_pixel_centers = false;

  static void Fields(auto& op, auto&& f) {
    f("align_corners", op.align_corners);
    f("half_pixel_centers", op.half_pixel_centers);
  }
  using ReferenceTypes = RealTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, ResizeBilinear*);
};

Result<TensorTypes> Infer(const ResizeBilinear&, Inputs);
Status ToTf(const ResizeBilinear&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const ResizeBilinear&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const ResizeBilinear&, interpreter::PrepareContext&);
Status ToXnn(const ResizeBilinear&, interpreter::XnnBuilder&);
void Grad(const ResizeBilinear&, train::GradContext&);
// Between which two pixels of x output pixel i lies, and how far from the lower one. Computed in float, as TensorFlow
// does.
struct Interpolation {
  int64_t lower = 0, upper = 0;
  float fraction = 0;
};
Interpolation Interpolate(const ResizeBilinear&, int64_t i, int64_t in, int64_t out);

}  // namespace slipway::ops
