#include "ops/tables/tflite.h"
#include "ops/complex_part/complex_part.h"

namespace slipway::ops {

Status ComplexPart::FromTflite(const TfliteOperator& in, ComplexPart* op) {
  op->kind = in.code == Builtin::REAL   ? ComplexPartKind::kReal
             : in.code == Builtin::IMAG ? ComplexPartKind::kImag
                                        : ComplexPartKind::kAbs;
  return OkStatus();
}

Result<TfliteForm> ToTflite(const ComplexPart& op, const TfliteTypes&) {
  return MakeForm(op.kind == ComplexPartKind::kReal   ? Builtin::REAL
                  : op.kind == ComplexPartKind::kImag ? Builtin::IMAG
                                                      : Builtin::COMPLEX_ABS,
                  1);
}

}  // namespace slipway::ops
