#pragma once
// TableSize: how many keys a table of the module has.
//
// C1 no operands
// C2 type(y) = i64 of the stated shape, which has one element (TensorFlow: a scalar, TFLite: a vector)
// C3 the table has been filled: checked when running

#include "ops/infer.h"
#include "ops/op.h"

namespace slipway::ops {

struct TableSize {
  int table = 0;  // index into the module's tables
  Shape shape;

  static void Fields(auto& op, auto&& f) {
    f("table", op.table);
    f("shape", op.shape);
  }
  static constexpr bool kStateful = true;
  static std::vector<VariableTouch> Variables(const TableSize&) { return {}; }
};

Result<TensorTypes> Infer(const TableSize&, Inputs);

}  // namespace slipway::ops
