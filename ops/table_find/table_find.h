#pragma once
// TableFind: the value of each key in a table of the module, or the default where the table lacks the key.
//   operands: keys, default
//
// C1 two operands; keys have the table's key dtype, the default its value dtype: checked by whoever knows the module
// C2 the default is one element
// C3 shape(y) = shape(keys), dtype(y) = dtype(default)
// C4 the table has been filled: checked when running

#include "ops/infer.h"
#include "ops/op.h"

namespace slipway::ops {

struct TableFind {
  int table = 0;  // index into the module's tables

  static void Fields(auto& op, auto&& f) { f("table", op.table); }
  static constexpr bool kStateful = true;
  static std::vector<VariableTouch> Variables(const TableFind&) { return {}; }
};

Result<TensorTypes> Infer(const TableFind&, Inputs);

}  // namespace slipway::ops
