#include "ops/tables/tflite.h"
#include "ops/matrix_diag/matrix_diag.h"

namespace slipway::ops {

Status MatrixDiag::FromTflite(const TfliteOperator&, MatrixDiag*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const MatrixDiag&, const TfliteTypes&) { return MakeForm(Builtin::MATRIX_DIAG, 1); }

}  // namespace slipway::ops
