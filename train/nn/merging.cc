#include "train/nn/merging.h"

#include "train/nn/functional.h"

namespace slipway::train::nn {

namespace {

constexpr const char* kNames[] = {"Add", "Subtract", "Multiply", "Average", "Maximum", "Minimum"};

Value Merged(Merge merge, const Value& a, const Value& b) {
  switch (merge) {
    case Merge::kAdd:
    case Merge::kAverage:
      return Add(a, b);
    case Merge::kSubtract:
      return Sub(a, b);
    case Merge::kMultiply:
      return Mul(a, b);
    case Merge::kMaximum:
      return Maximum(a, b);
    case Merge::kMinimum:
      return Minimum(a, b);
  }
  return a;
}

}  // namespace

MergeLayer::MergeLayer(Merge merge, std::string name)
    : Layer(kNames[static_cast<int>(merge)], std::move(name)), merge_(merge) {}

Value MergeLayer::Call(const std::vector<Value>& inputs, const CallContext&) {
  const bool two = merge_ == Merge::kSubtract;
  if (two ? inputs.size() != 2 : inputs.size() < 2)
    return UsageError(class_name(), " has ", inputs.size(), " inputs, expected ", two ? "2" : "at least 2");
  Value y = inputs[0];
  for (size_t i = 1; i < inputs.size(); ++i) y = Merged(merge_, y, inputs[i]);
  if (merge_ == Merge::kAverage) y = Div(y, Scalar(static_cast<double>(inputs.size()), y.dtype()));
  return y;
}

Value Concatenate::Call(const std::vector<Value>& inputs, const CallContext&) { return Concat(inputs, axis_); }

}  // namespace slipway::train::nn
