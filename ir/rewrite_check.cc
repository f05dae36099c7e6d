#include "ir/rewrite_check.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "ir/evaluate.h"

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
    for (size_t i = 0; i < n; ++i) v.reals.push_back(static_cast<float>(random.Below(2001)) / 500 - 2);
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

RewriteCheck::RewriteCheck(const Graph& graph) : graph_(graph), values_(static_cast<size_t>(graph.num_values())) {
  uint64_t key = 1;
  for (ValueId v : graph.inputs()) values_[static_cast<size_t>(v)] = Draw(graph.type(v), key++);
  auto value = [&](ValueId v) { return std::pair(graph_.type(v), graph_.ConstantOf(v)); };
  for (NodeId id : graph.Order()) Run(graph.node(id), value);
}

const ops::RefValue<float>* RewriteCheck::Find(ValueId v, const TensorType& type, const Tensor* constant) {
  size_t i = static_cast<size_t>(v);
  if (i >= values_.size()) values_.resize(i + 1);
  bool plain = constant && type.quant.empty() && (DTypeSize(type.dtype) > 0 || type.dtype == DType::kString);
  if (!values_[i] && plain) values_[i] = ops::ToRefValue<float>(*constant);
  return values_[i] ? &*values_[i] : nullptr;
}

template <class Types>
void RewriteCheck::Run(const Node& node, const Types& types) {
  if (node.op.info().stateful) return;
  std::vector<const ops::RefValue<float>*> operands;
  for (ValueId v : node.inputs) {
    if (v == ValueId::kNone) {
      operands.push_back(nullptr);
      continue;
    }
    auto [type, constant] = types(v);
    if (!Find(v, type, constant)) return;
    operands.push_back(nullptr);
  }
  for (ValueId v : node.outputs)
    if (!types(v).first.quant.empty()) return;
  for (size_t i = 0; i < operands.size(); ++i)  // now that nothing moves any more
    if (node.inputs[i] != ValueId::kNone) operands[i] = &*values_[static_cast<size_t>(node.inputs[i])];
  Result<std::vector<ops::RefValue<float>>> results = EvaluateOp(node.op, operands);
  if (!results.ok()) return;
  for (size_t i = 0; i < node.outputs.size() && i < results->size(); ++i) {
    size_t at = static_cast<size_t>(node.outputs[i]);
    if (at >= values_.size()) values_.resize(at + 1);
    values_[at] = std::move((*results)[i]);
  }
}

RewriteCheck::Verdict RewriteCheck::Judge(const Patch& patch) {
  values_.resize(static_cast<size_t>(graph_.num_values()));  // without those of a patch that was not applied
  auto value = [&](ValueId v) { return std::pair(patch.type(v), patch.ConstantOf(v)); };
  for (const Node& node : patch.nodes()) Run(node, value);
  Verdict verdict{.judged = true, .difference = ""};
  for (const auto& [before, after] : patch.replacements()) {
    bool known = Find(before, patch.type(before), patch.ConstantOf(before)) &&
                 Find(after, patch.type(after), patch.ConstantOf(after));
    if (!known) {
      verdict.judged = false;
      continue;
    }
    std::string difference = Difference(*values_[static_cast<size_t>(before)], *values_[static_cast<size_t>(after)]);
    if (verdict.difference.empty()) verdict.difference = std::move(difference);
  }
  return verdict;
}

}  // namespace slipway::ir
