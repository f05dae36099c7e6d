#pragma once
// TableImport: fills a table of the module, if it is still empty; a table that has been filled stays as it is.
//   operands: keys, values
//
// C1 two operands of the table's dtypes: checked by whoever knows the module
// C2 as many values as keys; of equal keys the first counts
// C3 no results

#include "ops/infer.h"
#include "ops/op.h"

namespace slipway::ops {

struct TableImport {
  int table = 0;  // index into the module's tables

  static void Fields(auto& op, auto&& f) { f("table", op.table); }
  static constexpr bool kStateful = true;
};

Result<TensorTypes> Infer(const TableImport&, Inputs);

}  // namespace slipway::ops
