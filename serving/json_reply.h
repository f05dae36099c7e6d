#pragma once
// The bodies of REST replies, laid out as TF Serving's pretty printer does.

#include <string>
#include <vector>

#include "serving/json_request.h"
#include "serving/predict.h"

namespace slipway::serving {

// {"predictions": [...]} or {"outputs": ...}. Row form: INVALID_ARGUMENT when an output has no batch dimension or
// another one. UNIMPLEMENTED for types without a JSON form.
RpcStatus WritePredictions(const PredictOutputs&, JsonForm form, std::string* json);

}  // namespace slipway::serving
