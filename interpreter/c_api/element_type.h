#pragma once
// TfLiteType, the file's element codes and DType.

#include "base/dtype.h"
#include "tensorflow/lite/c/c_api_types.h"

namespace slipway::c_api {

TfLiteType TypeOf(DType);
// kInvalid for types that the interpreter does not have.
DType DTypeOfType(TfLiteType);
// Of the code that a file holds; kTfLiteNoType for unknown ones.
TfLiteType TypeOfFileCode(int8_t code);

}  // namespace slipway::c_api
