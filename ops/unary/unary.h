#pragma once
// Unary: a scalar function of each element,  y_i = f(x_i).  The functions are the rows of kinds.def.
//
// C1 dtype(x) is one that the kind takes: floats; kNumber kinds also integers; LogicalNot takes bool
// C2 real-valued kinds take i8, u8 and i16 only when quantized
// C3 dtype(y) = dtype(x), shape(y) = shape(x)
// C4 a quantized y of Sigmoid and Tanh has exactly OutputQuant(kind, dtype)

#include <optional>

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

enum class UnaryKind {
#define UNARY(kind, ...) k##kind,
#include "ops/unary/kinds.def"
#undef UNARY
};
std::span<const char* const> EnumNames(UnaryKind);
enum class UnaryTypes { kReal, kNumber, kBool };

struct Unary {
  UnaryKind kind = UnaryKind::kAbs;

  static void Fields(auto& op, auto&& f) { f("kind", op.kind); }
  static constexpr bool kRowWise = true;
  using ReferenceTypes = NumberTypes;
  static QuantRule Quant(const Unary&);
  // Empty where the kind fixes none.
  static Quantization OutputQuant(UnaryKind, DType dtype);
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Unary*);
};

// Relative error that the kind's f32 kernel may have.
double Tolerance(UnaryKind);
// The function that a fused activation is; nothing for NONE and SIGN_BIT.
std::optional<UnaryKind> KindOf(Activation);

Result<TensorTypes> Infer(const Unary&, Inputs);
Result<TfliteForm> ToTflite(const Unary&, const TfliteTypes&);
Status ToTf(const Unary&, wire::TfExporter&);
Result<interpreter::Kernel> Prepare(const Unary&, interpreter::PrepareContext&);
Status ToXnn(const Unary&, interpreter::XnnBuilder&);
void Grad(const Unary&, train::GradContext&);

}  // namespace slipway::ops
