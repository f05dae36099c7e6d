#pragma once
// TopK: the k largest elements along the last axis, the largest first, and where they are. Of equal ones the first
// comes first; NaN comes after all numbers.
//   operands: x, k        results: values, indices
//
// C1 dtype(x) is a number, rank(x) >= 1
// C2 k is one integer in [0, last dimension of x]
// C3 index_type in {i16, i32, i64}
// C4 values keep dtype and scale of x; the last dimension is k

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct TopK {
  DType index_type = DType::kI32;

  static void Fields(auto& op, auto&& f) { f("index_type", op.index_type); }
  using ReferenceTypes = NumberTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .own_int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, TopK*);
};

Result<TensorTypes> Infer(const TopK&, Inputs);
Status ToTf(const TopK&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const TopK&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const TopK&, interpreter::PrepareContext&);
void Grad(const TopK&, train::GradContext&);
// Does a come before b, wherever they are? NaN comes last.
template <class T>
bool Above(const T& a, const T& b) {
  return a > b || (b != b && a == a);
}
// C2 for a shape that is known: that of the results.
Result<Shape> TopKShape(const Shape& x, int64_t k);

}  // namespace slipway::ops
