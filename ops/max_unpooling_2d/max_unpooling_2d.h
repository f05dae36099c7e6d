#pragma once
// MaxUnpooling2D: puts each element of x back where it was in its window (MaxPoolWithArgmax says where); zeros
// elsewhere. Of elements that meet, the last counts; what falls outside of y is dropped. MediaPipe's custom operators
// MaxUnpooling2D and LiteRtMaxUnpooling2D.
//   operands: x (NHWC), indices
//
// C1 x is f32 of rank 4, indices are f32 or i32 of the same shape
// C2 strides and filter sizes are positive and below 2^31
// C3 y = [N, H filter_h, W filter_w, C] of f32; windows begin at `stride` of each other, less half of what they
// overhang

#include <algorithm>

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct MaxUnpooling2D {
  int filter_h = 1, filter_w = 1, stride_h = 1, stride_w = 1;
  Padding padding = Padding::kSame;  // as the file says; nothing depends on it

  static void Fields(auto& op, auto&& f) {
    f("filter_h", op.filter_h);
    f("filter_w", op.filter_w);
    f("stride_h", op.stride_h);
    f("stride_w", op.stride_w);
    f("padding", op.padding);
  }
  using ReferenceTypes = RealTypes;
  static constexpr const char* kCustomName = "MaxUnpooling2D";
  static Status FromTflite(const TfliteOperator&, MaxUnpooling2D*);
};

Result<TensorTypes> Infer(const MaxUnpooling2D&, Inputs);
Result<TfliteForm> ToTflite(const MaxUnpooling2D&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const MaxUnpooling2D&, interpreter::PrepareContext&);

// Sizes of y from x, and where index i of the element at (h, w) points; -1: outside of y.
struct UnpoolingGrid {
  int64_t in_h, in_w, out_h, out_w, pad_h, pad_w;
  UnpoolingGrid(const MaxUnpooling2D& op, const Shape& x)
      : in_h(x[1]), in_w(x[2]), out_h(in_h * op.filter_h), out_w(in_w * op.filter_w) {
    pad_h = std::max<int64_t>(0, (in_h - 1) * op.stride_h + op.filter_h - out_h) / 2;
    pad_w = std::max<int64_t>(0, (in_w - 1) * op.stride_w + op.filter_w - out_w) / 2;
  }
  int64_t Pixel(const MaxUnpooling2D& op, int64_t h, int64_t w, int64_t i) const {
    int64_t y = h * op.stride_h - pad_h + i / op.filter_w, x = w * op.stride_w - pad_w + i % op.filter_w;
    return i < 0 || y < 0 || y >= out_h || x < 0 || x >= out_w ? -1 : y * out_w + x;
  }
};

}  // namespace slipway::ops
