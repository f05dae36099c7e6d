#include "ops/tables/tflite.h"
#include "ops/matrix_set_diag/matrix_set_diag.h"

namespace slipway::ops {

Status MatrixSetDiag::FromTflite(const TfliteOperator&, MatrixSetDiag*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const MatrixSetDiag&, const TfliteTypes&) { return MakeForm(Builtin::MATRIX_SET_DIAG, 1); }

}  // namespace slipway::ops
