#pragma once
// From request messages to what predict.h and inference.h take.

#include <string>
#include <vector>

#include "serving/inference.h"
#include "serving/predict.h"

namespace tensorflow::serving {
class Input;
class PredictRequest;
}  // namespace tensorflow::serving

namespace slipway::serving {

// The tensors may view the bytes of the request.
RpcStatus PredictInputsFrom(const tensorflow::serving::PredictRequest&, PredictInputs*);
// Serialized, with the features of the context in front of each example's own, which win.
std::vector<std::string> ExamplesFrom(const tensorflow::serving::Input&);

}  // namespace slipway::serving
