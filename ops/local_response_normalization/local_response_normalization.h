#pragma once
// LocalResponseNormalization: each element divided by a power of the energy of its neighbours along the last axis:
//   y[..., c] = x[..., c] / (bias + alpha * sum over |k - c| <= radius of x[..., k]^2) ^ beta
//
// C1 x is a float type of rank 4
// C2 radius is not negative
// C3 type(y) = type(x)

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct LocalResponseNormalization {
  int64_t radius = 5;
  float bias = 1, alpha = 1, beta = 0.5f;

  static void Fields(auto& op, auto&& f) {
    f("radius", op.radius);
    f("bias", op.bias);
    f("alpha", op.alpha);
    f("beta", op.beta);
  }
  using ReferenceTypes = RealTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, LocalResponseNormalization*);
};

Result<TensorTypes> Infer(const LocalResponseNormalization&, Inputs);
Result<TfliteForm> ToTflite(const LocalResponseNormalization&, const TfliteTypes&);
Status ToTf(const LocalResponseNormalization&, wire::TfExporter&);
Result<interpreter::Kernel> Prepare(const LocalResponseNormalization&, interpreter::PrepareContext&);

}  // namespace slipway::ops
