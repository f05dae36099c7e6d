#pragma once
// Layers with several inputs, for models written as code.

#include "train/nn/layer.h"

namespace slipway::train::nn {

// Element by element, with two inputs (Subtract) or more; equal shapes but for dimensions of 1.
enum class Merge { kAdd, kSubtract, kMultiply, kAverage, kMaximum, kMinimum };
class MergeLayer final : public Layer {
 public:
  explicit MergeLayer(Merge merge, std::string name = {});

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  Merge merge_;
};

class Concatenate final : public Layer {
 public:
  struct Options {
    int64_t axis = -1;
    static void Fields(auto& o, auto&& f) { f("axis", o.axis); }
  };
  explicit Concatenate(Options options = {-1}, std::string name = {})
      : Layer("Concatenate", std::move(name)), axis_(static_cast<int>(options.axis)) {}

 private:
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  int axis_;
};

}  // namespace slipway::train::nn
