#include "ir/rewrite_check.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "ir/evaluate.h"
#include "ops/graph_use.h"

namespace slipway::ir {

namespace {

constexpr double kRounding = 1e-4;  // of the largest magnitude, 1 at least

std::optional<ops::RefValue<float>> Draw(const TensorType& type, uint64_t key) {
  if (!type.shape.has_rank() || !type.quant.empty()) return std::nullopt;
  ops::RefValue<float> v{.dtype = type.dtype, .shape = type.shape, .reals = {}, .ints = {}, .strings = {}};
  for (int i = 0; i < v.shape.rank(); ++i)
    if (v.shape[i] < 0) v.shape[i] = 2;
  size_t n = static_cast<size_t>(v.shape.Elements());
  if (n > size_t{1} << 24) return std::nullopt;
  RandomStream random(key);
  if (IsFloat(type.dtype)) {
    v.reals.assign(n, 0);
    for (float& x : v.reals) x = static_cast<float>(random.Below(2001)) / 500 - 2;
    return v;
  }
  if (!IsInteger(type.dtype) && type.dtype != DType::kBool) return std::nullopt;
  for (size_t i = 0; i < n; ++i) v.ints.push_back(static_cast<int64_t>(random.Below(2)));
  return v;
}

std::string Difference(const ops::RefValue<float>& a, const ops::RefValue<float>& b) {
  if (ToString(a.shape) != ToString(b.shape)) return StrCat("its shape ", a.shape, " became ", b.shape);
  if (a.ints != b.ints || a.strings != b.strings) return "other integers or strings came out";
  double range = 1, worst = 0;
  for (size_t i = 0; i < a.reals.size(); ++i) {
    double x = a.reals[i], y = b.reals[i];
    if (std::isfinite(x)) range = std::max(range, std::fabs(x));
    if (x == y || (std::isnan(x) && std::isnan(y))) continue;
    if (!std::isfinite(x) || !std::isfinite(y)) return StrCat(x, " became ", y);
    worst = std::max(worst, std::fabs(x - y));
  }
  if (worst <= kRounding * range) return "";
  return StrCat("a number moved by ", worst, ", the largest is ", range);
}

}  // namespace

RewriteCheck::RewriteCheck(const Graph& graph, std::span<const std::vector<Tensor>> feeds, const Module* module)
    : graph_(graph), module_(module), feeds_(std::max<size_t>(feeds.size(), 1)) {
  auto value = [&](ValueId v) { return std::pair(graph_.type(v), graph_.ConstantOf(v)); };
  for (size_t f = 0; f < feeds_.size(); ++f) {
    Values& values = feeds_[f];
    values.resize(static_cast<size_t>(graph.num_values()));
    for (size_t i = 0; i < graph.inputs().size(); ++i)
      values[static_cast<size_t>(graph.inputs()[i])] =
          feeds.empty() ? Draw(graph.type(graph.inputs()[i]), i + 1) : ops::ToRefValue<float>(feeds[f][i]);
    for (NodeId id : graph.Order()) Run(values, graph.node(id), value);
  }
}

const ops::RefValue<float>* RewriteCheck::Find(Values& values, ValueId v, const TensorType& type,
                                               const Tensor* constant) {
  size_t i = static_cast<size_t>(v);
  if (i >= values.size()) values.resize(i + 1);
  bool plain = constant && type.quant.empty() && (DTypeSize(type.dtype) > 0 || type.dtype == DType::kString);
  if (!values[i] && plain) values[i] = ops::ToRefValue<float>(*constant);
  return values[i] ? &*values[i] : nullptr;
}

template <class Types>
void RewriteCheck::Run(Values& values, const Node& node, const Types& types) {
  const bool calls = module_ && !ops::GraphsOf(node.op).empty();
  if (node.op.info().stateful && !calls) return;
  std::vector<const ops::RefValue<float>*> operands;
  for (ValueId v : node.inputs) {
    if (v == ValueId::kNone) {
      operands.push_back(nullptr);
      continue;
    }
    auto [type, constant] = types(v);
    if (!Find(values, v, type, constant)) return;
    operands.push_back(nullptr);
  }
  for (ValueId v : node.outputs)
    if (!types(v).first.quant.empty()) return;
  for (size_t i = 0; i < operands.size(); ++i)  // now that nothing moves any more
    if (node.inputs[i] != ValueId::kNone) operands[i] = &*values[static_cast<size_t>(node.inputs[i])];
  Result<std::vector<ops::RefValue<float>>> results =
      calls ? EvaluateCall<float>(*module_, node.op, operands, nullptr) : EvaluateOp(node.op, operands);
  if (!results.ok()) return;
  for (size_t i = 0; i < node.outputs.size() && i < results->size(); ++i) {
    size_t at = static_cast<size_t>(node.outputs[i]);
    if (at >= values.size()) values.resize(at + 1);
    values[at] = std::move((*results)[i]);
  }
}

RewriteCheck::Verdict RewriteCheck::Judge(const Patch& patch) {
  Verdict verdict{.judged = true, .difference = ""};
  for (Values& values : feeds_) Judge(values, patch, &verdict);
  return verdict;
}

void RewriteCheck::Judge(Values& values, const Patch& patch, Verdict* verdict) {
  values.resize(static_cast<size_t>(graph_.num_values()));  // without those of a patch that was not applied
  auto value = [&](ValueId v) { return std::pair(patch.type(v), patch.ConstantOf(v)); };
  for (const Node& node : patch.nodes()) Run(values, node, value);
  for (const auto& [before, after] : patch.replacements()) {
    bool known = Find(values, before, patch.type(before), patch.ConstantOf(before)) &&
                 Find(values, after, patch.type(after), patch.ConstantOf(after));
    if (!known) {
      verdict->judged = false;
      continue;
    }
    std::string difference = Difference(*values[static_cast<size_t>(before)], *values[static_cast<size_t>(after)]);
    if (verdict->difference.empty()) verdict->difference = std::move(difference);
  }
}

std::vector<std::vector<Tensor>> FeedsOf(const Module& m, int graph, std::span<const Sample> samples) {
  std::vector<std::vector<Tensor>> feeds;
  for (const Sample& sample : samples) {
    const Signature& s = m.signatures[static_cast<size_t>(sample.signature)];
    if (s.graph != graph || sample.inputs.size() != m.graphs[static_cast<size_t>(graph)]->inputs().size()) continue;
    std::vector<Tensor>& feed = feeds.emplace_back(sample.inputs.size());
    for (size_t i = 0; i < sample.inputs.size(); ++i) feed[static_cast<size_t>(s.inputs[i].index)] = sample.inputs[i];
    if (std::any_of(feed.begin(), feed.end(), [](const Tensor& t) { return !t.valid(); })) feeds.pop_back();
  }
  return feeds;
}

static const Graph& GraphOf(const Module& m, const Sample& sample) {
  return *m.graphs[static_cast<size_t>(m.signatures[static_cast<size_t>(sample.signature)].graph)];
}

// What every signature gives in one run, with the module's variables as they are at first.
static std::optional<std::vector<Tensor>> Outputs(const Module& m, const Sample& sample,
                                                  const std::vector<Tensor>& variables) {
  std::vector<Tensor> now = variables;
  Result<std::vector<Tensor>> y = EvaluateTensors(GraphOf(m, sample), sample.inputs, &now, &m);
  if (!y.ok()) return std::nullopt;
  return *std::move(y);
}

ModuleCheck::ModuleCheck(const Module& m, std::span<const Sample> samples) {
  for (const Variable& v : m.variables) variables_.push_back(v.value.valid() ? v.value : Tensor(v.type.dtype, Shape{}));
  for (size_t s = 0; s < m.signatures.size(); ++s) {
    const Graph& g = *m.graphs[static_cast<size_t>(m.signatures[s].graph)];
    const int index = static_cast<int>(s);
    std::vector<Sample> own;
    for (const Sample& sample : samples)
      if (sample.signature == index)
        for (std::vector<Tensor>& feed : FeedsOf(m, m.signatures[s].graph, {&sample, 1}))
          own.push_back({index, std::move(feed)});
    if (own.empty()) {
      Sample drawn{.signature = index, .inputs = {}};
      for (size_t i = 0; i < g.inputs().size(); ++i)
        if (auto value = Draw(g.type(g.inputs()[i]), i + 1)) drawn.inputs.push_back(ops::FromRefValue(*value));
      if (drawn.inputs.size() == g.inputs().size()) own.push_back(std::move(drawn));
    }
    for (Sample& sample : own) {
      before_.push_back(Outputs(m, sample, variables_));
      samples_.push_back(std::move(sample));
    }
  }
}

ModuleCheck::Verdict ModuleCheck::Judge(const Module& after) const {
  Verdict verdict{.judged = !samples_.empty(), .output = "", .difference = ""};
  for (size_t i = 0; i < samples_.size(); ++i) {
    const Graph& g = GraphOf(after, samples_[i]);
    std::optional<std::vector<Tensor>> now = before_[i] ? Outputs(after, samples_[i], variables_) : std::nullopt;
    if (!now) {
      verdict.judged = false;
      continue;
    }
    for (size_t k = 0; k < now->size() && verdict.difference.empty(); ++k) {
      verdict.difference = Difference(ops::ToRefValue<float>((*before_[i])[k]), ops::ToRefValue<float>((*now)[k]));
      verdict.output = g.value(g.outputs()[k]).name;
    }
  }
  return verdict;
}

}  // namespace slipway::ir
