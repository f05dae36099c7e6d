#pragma once
// AsString: numbers written in decimals, as printf does.
//   operands: x
//
// C1 x holds floats, integers or bool
// C2 at most one of scientific and shortest, both for floats only; precision and width at most 1000
// C3 fill is at most one of ' ', '0', '+' and '-'
// C4 y holds strings, of the shape of x

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct AsString {
  int64_t precision = -1;
  bool scientific = false;
  bool shortest = false;
  int64_t width = -1;
  std::string fill = {};

  static void Fields(auto& op, auto&& f) {
    f("precision", op.precision);
    f("scientific", op.scientific);
    f("shortest", op.shortest);
    f("width", op.width);
    f("fill", op.fill);
  }
  using ReferenceTypes = AnyTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
};

Result<TensorTypes> Infer(const AsString&, Inputs);
Status ToTf(const AsString&, wire::TfExporter&);
std::string TextOf(const AsString&, double v);
std::string TextOf(const AsString&, int64_t v);
}  // namespace slipway::ops
