#include "ops/table_import/table_import.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const TableImport&, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));  // table_import_c1
  if (in.shape(0).IsStatic() && in.shape(1).IsStatic() && in.shape(0).Elements() != in.shape(1).Elements())
    return BadInput("there are ", in.shape(0).Elements(), " keys and ", in.shape(1).Elements(),
                    " values");  // table_import_c2
  return TensorTypes{};          // table_import_c3
}

}  // namespace slipway::ops
