#pragma once
// Cast: the same numbers in another type.
//
// To bool: false for 0 only (NaN is true). Between integers: the low bits. Float to integer: rounded to zero; a number
// below 32 bits keeps the low bits of the 32-bit integer. What does not fit 32 bits (64 bits for i64, u32 and u64), and
// NaN, becomes the most negative integer of that width (then low bits), as on x86-64.
//
// To packed i4: what does not fit becomes the nearest that does. From complex numbers: the real part.
//
// With `bits` from floats only, and what does not fit so many bits becomes the nearest that does.
//
// C1 dtype(x) and `to` are numbers, complex numbers or bool
// C2 dtype(y) = to, shape(y) = shape(x)
// C3 bits: 0, or 1 to 7 with f32 x and `to` i8 or u8

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Cast {
  DType to = DType::kF32;
  int bits = 0;  // of results, where fewer than the dtype's; 0: those

  static void Fields(auto& op, auto&& f) {
    f("to", op.to);
    f("bits", op.bits);
  }
  static constexpr bool kRowWise = true;
  using ReferenceTypes = NumberTypes;
  static constexpr bool kComplexReference = true;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Cast*);
};

// A float as the low bits of an integer dtype, by the rule above.
template <class Float>
int64_t FloatToInt(Float x, DType to) {
  bool wide = to == DType::kI64 || to == DType::kU64 || to == DType::kU32;
  Float limit = static_cast<Float>(wide ? 0x1p63 : 0x1p31);
  if (to == DType::kU64 && x >= limit && x < 2 * limit)
    return static_cast<int64_t>(x - limit) ^ std::numeric_limits<int64_t>::min();
  if (x >= -limit && x < limit) return static_cast<int64_t>(x);
  return wide ? std::numeric_limits<int64_t>::min() : std::numeric_limits<int32_t>::min();
}

Result<TensorTypes> Infer(const Cast&, Inputs);
Result<TfliteForm> ToTflite(const Cast&, const TfliteTypes&);
Status ToTf(const Cast&, wire::TfExporter&);
Result<interpreter::Kernel> Prepare(const Cast&, interpreter::PrepareContext&);
void Grad(const Cast&, train::GradContext&);

}  // namespace slipway::ops
