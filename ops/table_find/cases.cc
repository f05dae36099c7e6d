#include "ops/cases.h"
#include "ops/table_find/table_find.h"

namespace slipway::ops {

// A table belongs to a module: its tests are those of interpreters. Here only what Infer refuses.
std::vector<Case> Cases(const TableFind*) {
  return {
      {.name = "table_find_c1", .op = TableFind{}, .inputs = {Rand({2})}, .error = "expected 2 operands"},
      {.name = "table_find_c2",
       .op = TableFind{},
       .inputs = {ConstInts({1, 2}), Rand({2})},
       .error = "the default is f32[2], expected one element"},
  };
}

}  // namespace slipway::ops
