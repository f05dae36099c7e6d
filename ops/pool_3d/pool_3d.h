#pragma once
// Pool3D: the largest or the mean element of each window of x (NDHWC), channel by channel. Padding takes no part. The
// mean of integers is rounded, halves away from zero. TensorFlow's MaxPool3D and AvgPool3D, which TFLite has as custom
// operators.
//
// C1 x has rank 5
// C2 ksize and strides have five elements, positive and below 2^31; those of batch and channels are 1
// C3 x is f32, or i8, u8 or i16
// C4 the window fits x (ops/attributes.h, Window::Fits); where it is larger, y is empty
// C5 y = [N, out_d, out_h, out_w, C] of x's dtype and quantization

#include <array>

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

enum class Pool3DKind { kMax, kAverage };
std::span<const char* const> EnumNames(Pool3DKind);

struct Pool3D {
  Pool3DKind kind = Pool3DKind::kMax;
  std::vector<int64_t> ksize{1, 1, 1, 1, 1}, strides{1, 1, 1, 1, 1};  // of all axes, as files say it
  Padding padding = Padding::kValid;
  std::string data_format = "NDHWC";

  static void Fields(auto& op, auto&& f) {
    f("kind", op.kind);
    f("ksize", op.ksize);
    f("strides", op.strides);
    f("padding", op.padding);
    f("data_format", op.data_format);
  }
  using ReferenceTypes = RealTypes;
  static constexpr const char* kCustomName = "MaxPool3D";  // or AvgPool3D
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Pool3D*);
};

Result<TensorTypes> Infer(const Pool3D&, Inputs);
Status ToTf(const Pool3D&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Pool3D&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Pool3D&, interpreter::PrepareContext&);

// Of checked ksize and strides.
inline std::array<Window, 3> WindowsOf(const Pool3D& op, const Shape& x) {
  std::array<Window, 3> windows;
  for (size_t i = 0; i < 3; ++i)
    windows[i] = {x.has_rank() ? x[static_cast<int>(i) + 1] : -1, op.ksize[i + 1], op.strides[i + 1], 1, op.padding};
  return windows;
}

}  // namespace slipway::ops
