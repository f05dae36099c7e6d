#pragma once
// StringToNumber: the number that each string writes in decimals, white space around it left out.
//   operands: x (strings)
//
// C1 dtype(x) is string
// C2 out_type in {f32, f64, i32, i64}
// C3 each string is a number that out_type holds: checked when running
// C4 dtype(y) = out_type, shape(y) = shape(x)

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct StringToNumber {
  DType out_type = DType::kF32;

  static void Fields(auto& op, auto&& f) { f("out_type", op.out_type); }
  using ReferenceTypes = AnyTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
};

Result<TensorTypes> Infer(const StringToNumber&, Inputs);
Status ToTf(const StringToNumber&, wire::TfExporter&);
// Nothing where the text is no such number.
std::optional<double> RealOfText(const std::string& text, DType out_type);
std::optional<int64_t> IntOfText(const std::string& text, DType out_type);
}  // namespace slipway::ops
