// In place of ops/table_use.cc, interpreter/table_step.cc and interpreter/lookup_table.cc, for models without lookup
// tables: no module has one.
#include "interpreter/table_step.h"
#include "ops/table_use.h"

namespace slipway::ops {

int TableOf(const Op&) { return -1; }
bool IsTableKey(DType) { return false; }
bool IsTableValue(DType) { return false; }

}  // namespace slipway::ops

namespace slipway::interpreter {

Kernel TableKernel(const ops::Op&, LookupTable&, std::span<const TensorType>) { return {}; }
Status LookupTable::Import(const Tensor&, const Tensor&) {
  return Unsupported("lookup tables are not part of this build");
}
void LookupTable::Clear() {}
int64_t LookupTable::Find(int64_t) const { return -1; }
int64_t LookupTable::Find(std::string_view) const { return -1; }

}  // namespace slipway::interpreter
