#pragma once
// Delegates: XNNPACK's is known, others cannot be applied.

#include "base/status.h"
#include "tensorflow/lite/c/common.h"

namespace slipway::c_api {

bool IsXnnpackDelegate(const TfLiteOpaqueDelegate*);
// Sets *threads where that is not set (-1). Unsupported for other delegates.
Status ApplyDelegate(const TfLiteOpaqueDelegate*, int* threads);

}  // namespace slipway::c_api
