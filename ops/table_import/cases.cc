#include "ops/cases.h"
#include "ops/table_import/table_import.h"

namespace slipway::ops {

// A table belongs to a module: its tests are those of interpreters. Here only what Infer refuses.
std::vector<Case> Cases(const TableImport*) {
  return {
      {.name = "table_import_c1", .op = TableImport{}, .inputs = {Rand({2})}, .error = "expected 2 operands"},
      {.name = "table_import_c2",
       .op = TableImport{},
       .inputs = {ConstInts({1, 2}), Rand({3})},
       .error = "there are 2 keys and 3 values"},
  };
}

}  // namespace slipway::ops
