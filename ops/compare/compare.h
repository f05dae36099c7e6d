#pragma once
// Compare: a relation of pairs of elements with NumPy broadcasting,  y = a REL b, a bool.  The relations are the rows
// of kinds.def. A comparison with NaN is false (NotEqual: true). Quantized operands compare as the numbers they stand
// for, rounded to multiples of 1/256 (as TFLite's reference kernels do).
//
// C1 dtype(a) = dtype(b)
// C2 the dtype is a number; Equal and NotEqual also take bool and string
// C3 shapes broadcast
// C4 dtype(y) = bool, shape(y) = broadcast(shape(a), shape(b))

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

enum class CompareKind {
#define COMPARE(kind, ...) k##kind,
#include "ops/compare/kinds.def"
#undef COMPARE
};
std::span<const char* const> EnumNames(CompareKind);

struct Compare {
  CompareKind kind = CompareKind::kEqual;

  static void Fields(auto& op, auto&& f) { f("kind", op.kind); }
  static constexpr bool kRowWise = true;
  using ReferenceTypes = AnyTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .own_int16x8 = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Compare*);
};

Result<TensorTypes> Infer(const Compare&, Inputs);
Result<TfliteForm> ToTflite(const Compare&, const TfliteTypes&);
Status ToTf(const Compare&, wire::TfExporter&);
Result<interpreter::Kernel> Prepare(const Compare&, interpreter::PrepareContext&);

}  // namespace slipway::ops
