#include "ops/table_use.h"

#include "ops/table_find/table_find.h"
#include "ops/table_import/table_import.h"
#include "ops/table_size/table_size.h"

namespace slipway::ops {

int TableOf(const Op& op) {
  if (const auto* find = op.As<TableFind>()) return find->table;
  if (const auto* size = op.As<TableSize>()) return size->table;
  if (const auto* import = op.As<TableImport>()) return import->table;
  return -1;
}

bool IsTableKey(DType t) { return t == DType::kI32 || t == DType::kI64 || t == DType::kString; }
bool IsTableValue(DType t) { return t == DType::kString || DTypeSize(t) > 0; }

}  // namespace slipway::ops
