#include "quantize/refine_ranges.h"

#include <algorithm>
#include <limits>
#include <map>
#include <vector>

#include "ops/binary/binary.h"
#include "ops/select/select.h"
#include "ops/softmax/softmax.h"
#include "ops/tables/quant.h"

namespace slipway::quantize {

using ir::Graph;
using ir::Node;
using ir::NodeId;
using ir::ValueId;

namespace {

Range Union(const Range& a, const Range& b) { return {std::min(a.min, b.min), std::max(a.max, b.max)}; }

struct Place {
  int graph;
  ValueId value;
};

// Where each variable's elements appear as values.
struct Appearances {
  std::vector<Place> read, written;
};

std::map<int, Appearances> AppearancesOf(const ir::Module& m) {
  std::map<int, Appearances> found;
  for (size_t i = 0; i < m.graphs.size(); ++i)
    for (NodeId id : m.graphs[i]->Order()) {
      const Node& n = m.graphs[i]->node(id);
      if (!n.op.info().variables) continue;
      for (const ops::VariableTouch& t : n.op.info().variables(n.op.data())) {
        int graph = static_cast<int>(i);
        if (t.use == ops::VariableUse::kResult)
          found[t.variable].read.push_back({graph, n.outputs[0]});
        else if (t.use == ops::VariableUse::kWrite && t.operand >= 0)
          found[t.variable].written.push_back({graph, n.inputs[static_cast<size_t>(t.operand)]});
      }
    }
  return found;
}

constexpr float kAll = -std::numeric_limits<float>::infinity();

bool IsAdd(const Node& n) {
  const auto* binary = n.op.As<ops::Binary>();
  return binary && binary->kind == ops::BinaryKind::kAdd && binary->activation == ops::Activation::kNone;
}

// From the results back to the operands: below which number the uses of a value do not look.
class Needs {
 public:
  Needs(const Graph& g, int graph, Calibration* calibration)
      : g_(g),
        graph_(graph),
        calibration_(*calibration),
        least_(static_cast<size_t>(g.num_values()), std::numeric_limits<float>::infinity()) {}

  void Run() {
    for (ValueId v : g_.outputs()) Need(v, kAll);
    std::vector<NodeId> order = g_.Order();
    for (auto id = order.rbegin(); id != order.rend(); ++id) Visit(g_.node(*id));
    for (size_t v = 0; v < least_.size(); ++v)
      if (std::isfinite(least_[v])) calibration_.SetLeast(graph_, static_cast<ValueId>(v), least_[v]);
  }

 private:
  bool IsFloat(ValueId v) const { return v != ValueId::kNone && g_.type(v).dtype == DType::kF32; }
  float LeastOf(ValueId v) const { return least_[static_cast<size_t>(v)]; }
  void Need(ValueId v, float least) {
    if (!IsFloat(v)) return;
    float& l = least_[static_cast<size_t>(v)];
    l = std::min(l, least);
  }

  void Visit(const Node& n) {
    if (const auto* softmax = n.op.As<ops::Softmax>()) {
      float far = softmax->beta > 0 ? 32 / softmax->beta : 0;  // exp(-32) is nothing beside 1
      Need(n.inputs[0], far > 0 ? LeastScore(n.inputs[0], far) : kAll);
    } else if (IsAdd(n)) {
      for (size_t i = 0; i < 2; ++i) {
        std::optional<Range> other = RangeAt(n.inputs[1 - i]);
        Need(n.inputs[i], other ? LeastOf(n.outputs[0]) - other->max : kAll);
      }
    } else {
      float least = ops::QuantRuleOf(n.op).same_scale ? std::numeric_limits<float>::infinity() : kAll;
      for (ValueId v : n.outputs) least = std::min(least, LeastOf(v));
      for (ValueId v : n.inputs) Need(v, least);
    }
  }

  std::optional<Range> RangeAt(ValueId v) const {
    if (const Tensor* t = g_.ConstantOf(v))
      return t->dtype() == DType::kF32 ? std::optional(RangeOf(*t)) : std::nullopt;
    return calibration_.range(graph_, v);
  }

  // Past ops that only move elements.
  const Node* ProducerOf(ValueId v) const {
    for (;;) {
      NodeId id = g_.value(v).producer;
      if (id == NodeId::kNone) return nullptr;
      const Node& n = g_.node(id);
      auto floats = std::count_if(n.inputs.begin(), n.inputs.end(), [&](ValueId i) { return IsFloat(i); });
      if (!ops::QuantRuleOf(n.op).same_scale || floats != 1) return &n;
      v = *std::find_if(n.inputs.begin(), n.inputs.end(), [&](ValueId i) { return IsFloat(i); });
    }
  }

  // The least score that no mask moved, less `far`; kAll where there is no mask.
  float LeastScore(ValueId v, float far) const {
    const Node* n = ProducerOf(v);
    if (!n || !(IsAdd(*n) || n->op.Is<ops::Select>())) return kAll;
    size_t first = IsAdd(*n) ? 0 : 1;
    for (size_t i = first; i < first + 2; ++i) {
      ValueId with_mask = n->inputs[i], others = n->inputs[2 * first + 1 - i];
      std::optional<Range> mask = RangeAt(with_mask), scores = RangeAt(others);
      if (!mask || !scores) continue;
      if (float inner = LeastScore(others, far); inner > scores->min) scores->min = inner;
      float level = IsAdd(*n) ? mask->max : 0;  // what the mask does to a score that stays
      if (mask->min < level - 4 * (far + scores->max - scores->min)) return scores->min + level - far;
    }
    return kAll;
  }

  const Graph& g_;
  int graph_;
  Calibration& calibration_;
  std::vector<float> least_;
};

}  // namespace

void ShareVariableRanges(const ir::Module& m, Calibration* calibration) {
  for (const auto& [variable, places] : AppearancesOf(m)) {
    const Tensor& initial = m.variables[static_cast<size_t>(variable)].value;
    Range all;
    if (initial.valid() && initial.dtype() == DType::kF32) all = RangeOf(initial);
    auto include = [&](const Place& p) {
      const Tensor* t = m.graphs[static_cast<size_t>(p.graph)]->ConstantOf(p.value);
      if (t && t->dtype() == DType::kF32) all = Union(all, RangeOf(*t));
      if (const auto& r = calibration->range(p.graph, p.value)) all = Union(all, *r);
    };
    for (const Place& p : places.read) include(p);
    for (const Place& p : places.written) include(p);
    for (const Place& p : places.read)
      if (m.graphs[static_cast<size_t>(p.graph)]->type(p.value).dtype == DType::kF32)
        calibration->Set(p.graph, p.value, all);
  }
}

void FindMaskedScores(const ir::Module& m, Calibration* calibration) {
  for (size_t i = 0; i < m.graphs.size(); ++i) Needs(*m.graphs[i], static_cast<int>(i), calibration).Run();
}

}  // namespace slipway::quantize
