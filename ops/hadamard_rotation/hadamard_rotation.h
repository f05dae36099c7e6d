#pragma once
// HadamardRotation: each run of `hadamard_size` neighbours on the last axis is multiplied by the Hadamard matrix of
// that size (Sylvester's, the natural order) and divided by the root of the size; what is left of a row stays as it is.
// AI Edge Quantizer's custom operator "aeq.hadamard_rotation".
//   operands: x
//
// The file's `random_binary_vector` says nothing: the matrix has no signs of its own, and LiteRT does not read it.
//
// C1 x is f32 of rank 1 or more
// C2 hadamard_size is a power of 2, at most the last axis
// C3 type(y) = type(x)

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct HadamardRotation {
  int64_t hadamard_size = 1;

  static void Fields(auto& op, auto&& f) { f("hadamard_size", op.hadamard_size); }
  using ReferenceTypes = RealTypes;
  static constexpr const char* kCustomName = "aeq.hadamard_rotation";
  static Status FromTflite(const TfliteOperator&, HadamardRotation*);
};

Result<TensorTypes> Infer(const HadamardRotation&, Inputs);
Result<TfliteForm> ToTflite(const HadamardRotation&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const HadamardRotation&, interpreter::PrepareContext&);
void Grad(const HadamardRotation&, train::GradContext&);

}  // namespace slipway::ops
