#pragma once
// Reduce: one number per index of the axes that stay,  y = Sum, Mean, Max, Min, Prod, Any or All of x over `axes`.
//
// Operands x and axes (i32 or i64, a scalar or a vector; negative ones count from the end; repeated ones count once).
// No axes: nothing is reduced. An axis of size 0 gives 0 (Sum), 1 (Prod), the lowest (Max) or largest (Min) number of
// the type, for Mean NaN (integers: 0), false (Any), true (All). Max and Min are NaN if any element is NaN. Sums of
// integers wrap; Mean of integers rounds to zero.
//
// C1 dtype(x) is a number; Any and All take bool
// C2 dtype(axes) in {i32, i64}, rank(axes) <= 1
// C3 each axis lies in [-rank(x), rank(x)); for a scalar x, as TFLite takes it, anywhere
// C4 y has the axes that stay, with keep_dims also the reduced ones as 1
// C5 dtype(y) = dtype(x); Max and Min keep the quantization

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

enum class ReduceKind {
#define REDUCE(kind, ...) k##kind,
#include "ops/reduce/kinds.def"
#undef REDUCE
};
std::span<const char* const> EnumNames(ReduceKind);

struct Reduce {
  ReduceKind kind = ReduceKind::kSum;
  bool keep_dims = false;

  static void Fields(auto& op, auto&& f) {
    f("kind", op.kind);
    f("keep_dims", op.keep_dims);
  }
  static constexpr bool kRowWise = true;
  using ReferenceTypes = NumberTypes;
  static QuantRule Quant(const Reduce&);
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Reduce*);
};

// Bit i: axis i is reduced; of a scalar none is.
Result<uint32_t> AxisMask(std::span<const int64_t> axes, int rank);
Shape ReducedShape(const Shape& x, uint32_t axis_mask, bool keep_dims);

Result<TensorTypes> Infer(const Reduce&, Inputs);
Result<TfliteForm> ToTflite(const Reduce&, const TfliteTypes&);
Status ToTf(const Reduce&, wire::TfExporter&);
Result<interpreter::Kernel> Prepare(const Reduce&, interpreter::PrepareContext&);
Status ToXnn(const Reduce&, interpreter::XnnBuilder&);
void Grad(const Reduce&, train::GradContext&);

}  // namespace slipway::ops
