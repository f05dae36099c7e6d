#pragma once
// ComplexPart: a real number of each complex one: its real part, imaginary part or magnitude.
//
// C1 x is c64 or c128
// C2 y has x's shape and the dtype of its parts (f32, f64)

#include "base/complex_dtype.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

enum class ComplexPartKind { kReal, kImag, kAbs };
std::span<const char* const> EnumNames(ComplexPartKind);

struct ComplexPart {
  ComplexPartKind kind = ComplexPartKind::kReal;

  static void Fields(auto& op, auto&& f) { f("kind", op.kind); }
  using ReferenceTypes = RealTypes;
  static constexpr bool kComplexReference = true;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, ComplexPart*);
};

Result<TensorTypes> Infer(const ComplexPart&, Inputs);
Status ToTf(const ComplexPart&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const ComplexPart&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const ComplexPart&, interpreter::PrepareContext&);

}  // namespace slipway::ops
