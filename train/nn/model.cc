#include "train/nn/model.h"

#include <algorithm>
#include <map>
#include <set>

namespace slipway::train::nn {

Model::Model(std::vector<Node> nodes, std::string name, std::string class_name)
    : Layer(std::move(class_name), std::move(name)), nodes_(std::move(nodes)) {
  std::set<std::string> taken;
  for (const Node& n : nodes_)
    if (!n.layer->has_default_name()) taken.insert(n.layer->name());
  std::map<std::string, int> count;
  for (const Node& n : nodes_) {
    if (!n.layer->has_default_name()) continue;
    std::string base = n.layer->name(), unique = base;
    for (int& i = count[base]; taken.count(unique); ++i) unique = StrCat(base, "_", i + 1);
    taken.insert(unique);
    n.layer->SetName(unique);
  }
}

std::vector<VariablePtr> Model::variables() const {
  std::vector<VariablePtr> all;
  for (const Node& n : nodes_) {
    std::vector<VariablePtr> own = n.layer->variables();
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

std::vector<RegularizedVariable> Model::regularized() const {
  std::vector<RegularizedVariable> all;
  for (const Node& n : nodes_) {
    std::vector<RegularizedVariable> own = n.layer->regularized();
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

void Model::SetSeed(uint64_t seed) {
  Layer::SetSeed(seed);
  for (const Node& n : nodes_) n.layer->SetSeed(seed);
}

Status Model::Build(const std::vector<TensorType>&) {
  if (nodes_.empty()) return UsageError("the model has no layers");
  std::set<std::string> names;
  for (size_t i = 0; i < nodes_.size(); ++i) {
    const Node& n = nodes_[i];
    if (!names.insert(n.layer->name()).second) return UsageError("two layers are called '", n.layer->name(), "'");
    if (n.inputs.empty()) return UsageError("layer '", n.layer->name(), "' has no input");
    for (int input : n.inputs)
      if (input < kInput || input >= static_cast<int>(i))
        return UsageError("layer '", n.layer->name(), "' reads a layer that does not come before it");
  }
  return OkStatus();
}

Value Model::Call(const std::vector<Value>& inputs, const CallContext& context) {
  if (inputs.size() != 1) return UsageError("the model has one input, it was called with ", inputs.size());
  std::vector<Value> results;
  results_.clear();
  for (const Node& n : nodes_) {
    std::vector<Value> own;
    for (int input : n.inputs) own.push_back(input == kInput ? inputs[0] : results[static_cast<size_t>(input)]);
    Value y = (*n.layer)(std::move(own), context);
    if (!y.ok()) return y;
    results_.push_back(y.type());
    results.push_back(std::move(y));
  }
  return results.back();
}

std::string Model::Summary() const {
  std::vector<std::array<std::string, 3>> rows = {{"layer (class)", "result", "weights"}};
  int64_t total = 0, trainable = 0;
  for (size_t i = 0; i < nodes_.size(); ++i) {
    int64_t weights = 0;
    for (const VariablePtr& v : nodes_[i].layer->variables()) {
      weights += v->type().shape.Elements();
      if (v->trainable) trainable += v->type().shape.Elements();
    }
    total += weights;
    rows.push_back({StrCat(nodes_[i].layer->name(), " (", nodes_[i].layer->class_name(), ")"),
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

static std::vector<Model::Node> Chain(std::vector<LayerPtr> layers) {
  std::vector<Model::Node> nodes;
  for (LayerPtr& layer : layers) nodes.push_back({std::move(layer), {static_cast<int>(nodes.size()) - 1}});
  return nodes;
}

Sequential::Sequential(std::vector<LayerPtr> layers, std::string name)
    : Model(Chain(std::move(layers)), std::move(name), "Sequential") {}
Sequential::~Sequential() = default;

}  // namespace slipway::train::nn
