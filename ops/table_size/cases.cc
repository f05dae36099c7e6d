#include "ops/cases.h"
#include "ops/table_size/table_size.h"

namespace slipway::ops {

// A table belongs to a module: its tests are those of interpreters. Here only what Infer refuses.
std::vector<Case> Cases(const TableSize*) {
  return {
      {.name = "table_size_c1", .op = TableSize{}, .inputs = {Rand({2})}, .error = "expected 0 operands"},
      {.name = "table_size_c2",
       .op = TableSize{.shape = {2}},
       .inputs = {},
       .error = "the result has shape [2], expected one element"},
  };
}

}  // namespace slipway::ops
