#pragma once
// predict: named tensors in, named tensors out, by TF Serving's rules and with its messages. Protocol-free.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "serving/servable.h"

namespace slipway::serving {

inline constexpr const char kDefaultSignature[] = "serving_default";

struct PredictInputs {
  std::string signature;  // empty: serving_default
  std::map<std::string, Tensor> tensors;
  std::vector<std::string> output_filter;  // empty: every output
};

struct PredictOutputs {
  std::string signature;
  std::vector<std::pair<std::string, Tensor>> tensors;  // in the signature's order
};

RpcStatus Predict(Servable&, const PredictInputs&, Call&, PredictOutputs*);

// TensorFlow's name of a type ("float", "half"), for messages.
std::string TensorflowTypeName(DType);

}  // namespace slipway::serving
