#include "train/nn/sequential.h"

#include <algorithm>
#include <map>
#include <set>

namespace slipway::train::nn {

Sequential::Sequential(std::vector<LayerPtr> layers, std::string name)
    : Layer("Sequential", std::move(name)), layers_(std::move(layers)) {
  std::set<std::string> taken;
  for (const LayerPtr& layer : layers_)
    if (!layer->has_default_name()) taken.insert(layer->name());
  std::map<std::string, int> count;
  for (const LayerPtr& layer : layers_) {
    if (!layer->has_default_name()) continue;
    std::string base = layer->name(), unique = base;
    for (int& i = count[base]; taken.count(unique); ++i) unique = StrCat(base, "_", i + 1);
    taken.insert(unique);
    layer->SetName(unique);
  }
}

std::vector<VariablePtr> Sequential::variables() const {
  std::vector<VariablePtr> all;
  for (const LayerPtr& layer : layers_) {
    std::vector<VariablePtr> own = layer->variables();
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

void Sequential::SetSeed(uint64_t seed) {
  Layer::SetSeed(seed);
  for (const LayerPtr& layer : layers_) layer->SetSeed(seed);
}

Status Sequential::Build(const std::vector<TensorType>&) {
  std::set<std::string> names;
  for (const LayerPtr& layer : layers_)
    if (!names.insert(layer->name()).second) return UsageError("two layers are called '", layer->name(), "'");
  if (layers_.empty()) return UsageError("the model has no layers");
  return OkStatus();
}

Value Sequential::Call(const std::vector<Value>& inputs, const CallContext& context) {
  if (inputs.size() != 1) return UsageError("a Sequential model has one input, it was called with ", inputs.size());
  Value x = inputs[0];
  results_.clear();
  for (const LayerPtr& layer : layers_) {
    x = (*layer)(x, context);
    if (!x.ok()) return x;
    results_.push_back(x.type());
  }
  return x;
}

std::string Sequential::Summary() const {
  std::vector<std::array<std::string, 3>> rows = {{"layer (class)", "result", "weights"}};
  int64_t total = 0, trainable = 0;
  for (size_t i = 0; i < layers_.size(); ++i) {
    int64_t weights = 0;
    for (const VariablePtr& v : layers_[i]->variables()) {
      weights += v->type().shape.Elements();
      if (v->trainable) trainable += v->type().shape.Elements();
    }
    total += weights;
    rows.push_back({StrCat(layers_[i]->name(), " (", layers_[i]->class_name(), ")"),
                    i < results_.size() ? ToString(results_[i].shape) : "?", StrCat(weights)});
  }
  size_t width[2] = {0, 0};
  for (const auto& row : rows)
    for (size_t c = 0; c < 2; ++c) width[c] = std::max(width[c], row[c].size());
  std::string text;
  for (const auto& row : rows)
    StrAppend(text, row[0], std::string(width[0] - row[0].size() + 2, ' '), row[1],
              std::string(width[1] - row[1].size() + 2, ' '), row[2], "\n");
  StrAppend(text, total, " weights, ", trainable, " of them trained\n");
  return text;
}

}  // namespace slipway::train::nn
