#include "train/nn/merging.h"

#include "train/nn/functional.h"

namespace slipway::train::nn {

Value AddLayer::Call(const std::vector<Value>& inputs, const CallContext&) {
  if (inputs.size() < 2) return UsageError("Add has ", inputs.size(), " inputs, expected at least 2");
  Value sum = inputs[0];
  for (size_t i = 1; i < inputs.size(); ++i) sum = Add(sum, inputs[i]);
  return sum;
}

Value Concatenate::Call(const std::vector<Value>& inputs, const CallContext&) { return Concat(inputs, axis_); }

}  // namespace slipway::train::nn
