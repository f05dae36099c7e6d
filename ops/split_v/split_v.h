#pragma once
// SplitV: x cut into `num` parts of the given sizes along `axis`; one size may be -1, what is left.
//   operands: x, sizes, axis
//   results: y0, ..., y(num-1)
//
// C1 sizes holds num >= 1 integers, axis is one integer in [-rank(x), rank(x))
// C2 sizes are not negative but for at most one -1, and sum to dimension `axis` of x
// C3 type(yi) = type(x) but for the shape; scales per channel are not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct SplitV {
  int num = 1;

  static void Fields(auto& op, auto&& f) { f("num", op.num); }
  using ReferenceTypes = AnyTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, SplitV*);
};

Result<TensorTypes> Infer(const SplitV&, Inputs);
Status ToTf(const SplitV&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const SplitV&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const SplitV&, interpreter::PrepareContext&);
void Grad(const SplitV&, train::GradContext&);
// Sizes with the -1 replaced; unchanged where `dim` is unknown.
Result<std::vector<int64_t>> ResolveSizes(std::vector<int64_t> sizes, int64_t dim);

}  // namespace slipway::ops
