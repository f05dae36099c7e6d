#pragma once
// FakeQuant: x rounded to what a quantized tensor of the range [min, max] could hold, in float. Used in
// quantization-aware training.
//   operands: x, min, max (both optional: then the attributes count, as in .tflite)
//   qmin = narrow_range ? 1 : 0, qmax = 2^num_bits - 1, scale = (max - min) / (qmax - qmin)
//   z = round(qmin - min / scale) clamped to [qmin, qmax]; nudged min = (qmin - z) scale, nudged max = (qmax - z) scale
//   zero = round(-nudged min / scale)
//   y = floor((clamp(x, nudged min, nudged max) - nudged min) / scale - zero + 1/2) scale; min = max = 0 gives 0
// The gradient passes inside the nudged range and goes to min and max outside of it: FakeQuantBackward.
//
// C1 dtype of all operands is f32
// C2 num_bits in [2, 16]
// C3 min and max are both given or both absent; each has one element, or one per index of `axis` of x
// C4 type(y) = type(x)

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct FakeQuant {
  int num_bits = 8;
  bool narrow_range = false;
  int axis = -1;  // of the channels where min and max are vectors
  float min = 0;  // without operands
  float max = 0;

  static void Fields(auto& op, auto&& f) {
    f("num_bits", op.num_bits);
    f("narrow_range", op.narrow_range);
    f("axis", op.axis);
    f("min", op.min);
    f("max", op.max);
  }
  using ReferenceTypes = RealTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, FakeQuant*);
};

Result<TensorTypes> Infer(const FakeQuant&, Inputs);
Status ToTf(const FakeQuant&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const FakeQuant&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const FakeQuant&, interpreter::PrepareContext&);
void Grad(const FakeQuant&, train::GradContext&);
// The range that quantization can hold exactly. A scale of 0 (min = max = 0): everything is 0.
struct NudgedRange {
  float min = 0, max = 0, scale = 0, inverse_scale = 0, zero = 0;
};
NudgedRange Nudge(float min, float max, int num_bits, bool narrow_range);
// C2 and C3 for operands x, min, max at `first`, first + 1, first + 2.
Status CheckRange(const FakeQuant&, Inputs, int first);

}  // namespace slipway::ops
