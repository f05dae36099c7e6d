#pragma once
// ResizeNearest: images at another size; each pixel is the one of x nearest to its place.
//   place of output pixel i:  floor(i in/out),  with align_corners round(i (in-1)/(out-1)), halves away from 0,
//   with half_pixel_centers floor((i+.5) in/out)
//   operands: x [n, height, width, c], size [2] (height, width)
//
// C1 x has rank 4 and, unless y is empty, at least one pixel
// C2 size holds two positive integers
// C3 type(y) = type(x) but for the shape; scales per channel are not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct ResizeNearest {
  bool align_corners = false;
  bool half_pixel_centers = false;

  static void Fields(auto& op, auto&& f) {
    f("align_corners", op.align_corners);
    f("half_pixel_centers", op.half_pixel_centers);
  }
  using ReferenceTypes = AnyTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, ResizeNearest*);
};

Result<TensorTypes> Infer(const ResizeNearest&, Inputs);
Status ToTf(const ResizeNearest&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const ResizeNearest&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const ResizeNearest&, interpreter::PrepareContext&);
void Grad(const ResizeNearest&, train::GradContext&);
// The pixel of x that output pixel i takes.
int64_t NearestPixel(const ResizeNearest&, int64_t i, int64_t in, int64_t out);

}  // namespace slipway::ops
