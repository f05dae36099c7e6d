#pragma once
// Substr: up to `length` bytes (or characters of UTF-8) of each string from a position on; negative ones count from the
// end.
//   operands: x (strings), position, length
//
// C1 dtype(x) is string
// C2 position and length hold integers of one dtype and shape: scalars, or one for each string
// C3 positions lie in the string or at its end, lengths are not negative: checked when running
// C4 type(y) = type(x)

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Substr {
  bool characters = false;

  static void Fields(auto& op, auto&& f) { f("characters", op.characters); }
  using ReferenceTypes = AnyTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
};

Result<TensorTypes> Infer(const Substr&, Inputs);
Status ToTf(const Substr&, wire::TfExporter&);
// A part of `s`; nothing where the position lies outside.
std::optional<std::string> SubstrOf(const Substr&, const std::string& s, int64_t position, int64_t length);
}  // namespace slipway::ops
