#pragma once
// Rfft2D: the discrete Fourier transform of the last two axes of real x, of which the half is kept that tells all:
//   y[..., k, l] = sum over i, j of x[..., i, j] exp(-2 pi sqrt(-1) (i k / n0 + j l / n1)),  l <= n1 / 2
// x is cut or padded with zeros to fft_length = [n0, n1].
//   operands: x, fft_length
//
// C1 x is f32 (f64) of rank 2 or more
// C2 fft_length holds 2 integers, at least 1
// C3 dtype(y) = c64 (c128), shape(y) = [..., n0, n1 / 2 + 1]

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Rfft2D {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = RealTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Rfft2D*);
};

Result<TensorTypes> Infer(const Rfft2D&, Inputs);
Status ToTf(const Rfft2D&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Rfft2D&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Rfft2D&, interpreter::PrepareContext&);

// The result's shape; refuses lengths below 1 (C2).
Result<Shape> RfftShape(const Shape& x, std::span<const int64_t> lengths);

}  // namespace slipway::ops
