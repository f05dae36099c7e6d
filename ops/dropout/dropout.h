#pragma once
// Dropout: element i is kept and divided by 1 - rate where u_i >= rate, else 0. u comes from the stateless stream `key`
// (base/random.h): word i mod 4 of the Philox block with counter (i / 4, step), so a gradient is the same op on dy.
//   operands: x, step (one i64)
//
// C1 dtype(x) is a float type
// C2 rate in [0, 1)
// C3 step is one i64
// C4 type(y) = type(x)

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Dropout {
  float rate = 0.5f;
  int64_t key = 0;  // the 64 bits of base/random.h StreamKey

  static void Fields(auto& op, auto&& f) {
    f("rate", op.rate);
    f("key", op.key);
  }
  using ReferenceTypes = RealTypes;
};

Result<TensorTypes> Infer(const Dropout&, Inputs);
Result<interpreter::Kernel> PrepareTrain(const Dropout&, interpreter::PrepareContext&);
void Grad(const Dropout&, train::GradContext&);

}  // namespace slipway::ops
