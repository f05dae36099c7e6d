#include "quantize/assign.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "ops/average_pool_2d/average_pool_2d.h"
#include "ops/binary/binary.h"
#include "ops/compare/compare.h"
#include "ops/mat_mul/mat_mul.h"
#include "ops/max_pool_2d/max_pool_2d.h"
#include "ops/reduce/reduce.h"
#include "ops/resize_bilinear/resize_bilinear.h"
#include "ops/tables/quant.h"
#include "ops/tables/tflite.h"
#include "quantize/counting_nodes.h"
#include "quantize/recurrent_nodes.h"

namespace slipway::quantize {

using ir::Graph;
using ir::Node;
using ir::NodeId;
using ir::ValueId;

bool IsDoor(const ir::Module& m, int graph) {
  return std::any_of(m.signatures.begin(), m.signatures.end(),
                     [&](const ir::Signature& s) { return s.graph == graph; });
}

namespace {

bool IsFloatData(const Graph& g, const Node& n, const ops::QuantRule& rule, size_t operand) {
  ValueId v = n.inputs[operand];
  int i = static_cast<int>(operand);
  return v != ValueId::kNone && i != rule.weights && i != rule.bias && g.type(v).dtype == DType::kF32;
}

bool HasKernel(const ops::QuantRule& rule, DType codes, const tflite::TargetRuntime& target) {
  return codes == DType::kI16 ? rule.int16x8 || (target.slipway && rule.own_int16x8)
                              : rule.int8 || (target.slipway && rule.own_int8);
}

bool CanRunOnCodes(const Graph& g, const Node& n, const ops::QuantRule& rule) {
  bool any = false;
  for (size_t i = 0; i < n.inputs.size(); ++i) {
    ValueId v = n.inputs[i];
    bool special = static_cast<int>(i) == rule.weights || static_cast<int>(i) == rule.bias;
    if (special && v != ValueId::kNone && (!g.ConstantOf(v) || g.type(v).dtype != DType::kF32)) return false;
    if (v != ValueId::kNone && g.ConstantOf(v) && !IsFinite(*g.ConstantOf(v))) return false;
    any = any || IsFloatData(g, n, rule, i);
  }
  for (ValueId v : n.outputs)
    if (IsFloat(g.type(v).dtype) && g.type(v).dtype != DType::kF32) return false;
  if (n.op.Is<ops::Reduce>() && !g.ConstantOf(n.inputs[1])) return false;  // no integer kernel waits for its axes
  return any;
}

bool IsSum(const ops::Op& op) {
  const auto* binary = op.As<ops::Binary>();
  return binary && binary->kind == ops::BinaryKind::kAdd;
}

// What the target lacks of the operator's form on codes; "": nothing. The scales do not matter.
std::string WhyTargetCannot(const Graph& g, const Node& n, const ops::QuantRule& rule, DType codes,
                            const tflite::TargetRuntime& target) {
  const Quantization some{{1.0f / 256}, {0}, 0};
  auto on_codes = [&](ValueId v, DType dtype) {
    if (v == ValueId::kNone) return TensorType();
    return g.type(v).dtype == DType::kF32 ? TensorType(dtype, g.type(v).shape, some) : g.type(v);
  };
  ops::TfliteTypes types;
  for (size_t i = 0; i < n.inputs.size(); ++i) {
    int operand = static_cast<int>(i);
    DType dtype = operand == rule.weights ? DType::kI8 : operand == rule.bias ? BiasType(codes) : codes;
    types.inputs.push_back(on_codes(n.inputs[i], dtype));
  }
  for (ValueId v : n.outputs) types.outputs.push_back(on_codes(v, codes));
  Result<ops::TfliteForm> form = ops::OpToTflite(n.op, types);
  return form.ok() ? ops::WhyCannotRun(target, *form, types) : form.status().message();
}

class Classes {
 public:
  explicit Classes(int n) : parent_(static_cast<size_t>(n)) { std::iota(parent_.begin(), parent_.end(), 0); }
  int Find(int i) {
    while (parent_[static_cast<size_t>(i)] != i)
      i = parent_[static_cast<size_t>(i)] = parent_[static_cast<size_t>(parent_[static_cast<size_t>(i)])];
    return i;
  }
  void Join(ValueId a, ValueId b) {
    parent_[static_cast<size_t>(Find(static_cast<int>(a)))] = Find(static_cast<int>(b));
  }

 private:
  std::vector<int> parent_;
};

// What is known of one class while it is collected.
struct ClassFacts {
  std::optional<Range> range;
  std::vector<Quantization> fixed;  // of its fixed-output producers
  bool free_producer = false;       // something else makes a member
};

class Assigner {
 public:
  Assigner(const ir::Module& m, int graph, std::span<const Choice> choices, const Calibration& calibration, DType codes,
           const tflite::TargetRuntime& target)
      : g_(*m.graphs[static_cast<size_t>(graph)]),
        graph_(graph),
        choices_(choices),
        calibration_(calibration),
        target_(target),
        counts_(NodesThatCount(g_)),
        logarithms_(NodesOfLogarithms(g_)),
        recurrent_(RecurrentNodes(m, graph)),
        is_door_(IsDoor(m, graph)),
        classes_(g_.num_values()) {
    out_.codes = codes;
    out_.on_codes.resize(static_cast<size_t>(g_.num_node_ids()));
    out_.value.resize(static_cast<size_t>(g_.num_values()));
    out_.produced.resize(static_cast<size_t>(g_.num_values()));
    touched_.resize(static_cast<size_t>(g_.num_values()));
  }

  Assignment Run(std::span<const ValueId> doors) {
    for (NodeId id : g_.Order()) out_.on_codes[static_cast<size_t>(id)] = Qualifies(id);
    LeaveIslands();
    for (NodeId id : g_.Order())
      if (out_.on_codes[static_cast<size_t>(id)]) PutOnCodes(id);
    for (NodeId id : g_.Order()) NoteProducers(id);
    for (int i = 0; i < g_.num_values(); ++i) NoteRange(static_cast<ValueId>(i));
    NoteTrainedOperands();
    for (int i = 0; i < g_.num_values(); ++i)
      if (touched_[static_cast<size_t>(i)]) Decide(static_cast<ValueId>(i));
    DecideApart();
    for (NodeId id : g_.Order()) LeaveLargeComparison(id);
    for (ValueId v : doors) DecideDoor(v);
    return std::move(out_);
  }

 private:
  bool Qualifies(NodeId id) {
    const Node& n = g_.node(id);
    ops::QuantRule rule = ops::QuantRuleOf(n.op);
    if (ActivationType(choices_[static_cast<size_t>(id)].mode) != out_.codes) return false;
    if (!HasKernel(rule, out_.codes, target_)) return false;
    if (!CanRunOnCodes(g_, n, rule) || !HasNumbersAround(n) || !WasReached(n, rule)) return false;
    if (!rule.same_scale && !IsSum(n.op) && MakesWhatIsCut(n)) return false;
    if (counts_[static_cast<size_t>(id)]) return false;
    if (logarithms_[static_cast<size_t>(id)] && !IsNamed(id)) return false;
    if (recurrent_[static_cast<size_t>(id)] && !IsNamed(id)) {
      out_.lacking[id] = "rounding would add up, round by round of the loop";
      return false;
    }
    if (std::string why = WhyTargetCannot(g_, n, rule, out_.codes, target_); !why.empty()) {
      out_.lacking[id] = std::move(why);
      return false;
    }
    return true;
  }

  // By a rule of the recipe.
  bool IsNamed(NodeId id) const { return choices_[static_cast<size_t>(id)].rule >= 0; }

  std::vector<ValueId> FloatsOf(const Node& n, const ops::QuantRule& rule) const {
    std::vector<ValueId> floats;
    for (size_t i = 0; i < n.inputs.size(); ++i)
      if (IsFloatData(g_, n, rule, i) && !g_.ConstantOf(n.inputs[i])) floats.push_back(n.inputs[i]);
    for (ValueId v : n.outputs)
      if (g_.type(v).dtype == DType::kF32) floats.push_back(v);
    return floats;
  }

  // Are codes worth it for the node alone: is it much faster on them, or does it hold much?
  bool Pays(NodeId id) const {
    constexpr int64_t kMuch = 1024;
    const Node& n = g_.node(id);
    if (IsNamed(id) || ops::QuantRuleOf(n.op).weights >= 0 || n.op.Is<ops::MatMul>() || n.op.Is<ops::AveragePool2D>() ||
        n.op.Is<ops::MaxPool2D>() || n.op.Is<ops::ResizeBilinear>())
      return true;
    return std::any_of(n.inputs.begin(), n.inputs.end(), [&](ValueId v) {
      const Tensor* t = v == ValueId::kNone ? nullptr : g_.ConstantOf(v);
      return t && t->dtype() == DType::kF32 && t->elements() >= kMuch;
    });
  }

  // Not so what only asks for a shape, keeps a variable, or a rule puts on codes of the other kind.
  bool ComputesFloats(NodeId id) const {
    const ops::OpInfo& info = g_.node(id).op.info();
    return !info.shape_only && !info.variables &&
           (!IsNamed(id) || ActivationType(choices_[static_cast<size_t>(id)].mode) == DType::kF32);
  }

  // Nodes on codes that hang together and touch floats which others compute lose more by rounding to codes and back
  // than they gain, unless one of them pays. Whole models keep theirs.
  void LeaveIslands() {
    Classes islands(g_.num_values());
    for (NodeId id : g_.Order()) {
      const Node& n = g_.node(id);
      if (!out_.on_codes[static_cast<size_t>(id)]) continue;
      std::vector<ValueId> floats = FloatsOf(n, ops::QuantRuleOf(n.op));
      for (ValueId v : floats) islands.Join(floats[0], v);
    }
    std::vector<bool> pays(static_cast<size_t>(g_.num_values())), touches_floats = pays;
    auto note = [&](ValueId v, std::vector<bool>* what) {
      (*what)[static_cast<size_t>(islands.Find(static_cast<int>(v)))] = true;
    };
    for (NodeId id : g_.Order()) {
      const Node& n = g_.node(id);
      bool on_codes = out_.on_codes[static_cast<size_t>(id)];
      if (on_codes ? !Pays(id) : !ComputesFloats(id)) continue;
      for (ValueId v : FloatsOf(n, on_codes ? ops::QuantRuleOf(n.op) : ops::QuantRule()))
        note(v, on_codes ? &pays : &touches_floats);
    }
    if (!is_door_)
      for (std::span<const ValueId> doors :
           {std::span<const ValueId>(g_.inputs()), std::span<const ValueId>(g_.outputs())})
        for (ValueId v : doors) note(v, &touches_floats);
    for (NodeId id : g_.Order()) {
      const Node& n = g_.node(id);
      if (!out_.on_codes[static_cast<size_t>(id)]) continue;
      size_t island = static_cast<size_t>(islands.Find(static_cast<int>(FloatsOf(n, ops::QuantRuleOf(n.op))[0])));
      if (pays[island] || !touches_floats[island]) continue;
      out_.on_codes[static_cast<size_t>(id)] = false;
      out_.lacking[id] = "codes are not worth it for so little between floats";
    }
  }

  void PutOnCodes(NodeId id) {
    const Node& n = g_.node(id);
    ops::QuantRule rule = ops::QuantRuleOf(n.op);
    ValueId first = ValueId::kNone;
    auto touch = [&](ValueId v) {
      touched_[static_cast<size_t>(v)] = true;
      if (!rule.same_scale) return;
      if (first == ValueId::kNone)
        first = v;
      else
        classes_.Join(first, v);
    };
    for (ValueId v : n.outputs)
      if (g_.type(v).dtype == DType::kF32) touch(v);
    bool several = NumFloatData(n, rule) > 1;
    for (size_t i = 0; i < n.inputs.size(); ++i) {
      if (!IsFloatData(g_, n, rule, i)) continue;
      bool apart = rule.same_scale && several && calibration_.IsTrained(graph_, n.inputs[i]);
      if (apart) apart_.push_back({id, i});
      touched_[static_cast<size_t>(n.inputs[i])] = true;
      if (!apart) touch(n.inputs[i]);
    }
  }

  int NumFloatData(const Node& n, const ops::QuantRule& rule) const {
    int count = 0;
    for (size_t i = 0; i < n.inputs.size(); ++i) count += IsFloatData(g_, n, rule, i);
    return count;
  }

  // What was not trained itself holds what its operands were trained for.
  void NoteTrainedOperands() {
    for (auto [id, i] : apart_) {
      ValueId y = g_.node(id).outputs[0];
      std::optional<Range> r = RangeAt(g_.node(id).inputs[i]);
      std::optional<Range>& all = FactsOf(y).range;
      if (calibration_.IsTrained(graph_, y) || !r || !all) continue;
      all = Range{std::min(all->min, r->min), std::max(all->max, r->max)};
    }
  }

  // Trained operands take the scale of the node that they are among others' operands of.
  void DecideApart() {
    for (auto [id, i] : apart_) {
      const Node& n = g_.node(id);
      const Quantization& wanted = out_.value[static_cast<size_t>(n.outputs[0])];
      if (wanted != out_.value[static_cast<size_t>(n.inputs[i])]) out_.operand[{id, i}] = wanted;
    }
  }

  std::optional<Range> RangeAt(ValueId v) const {
    if (const Tensor* t = g_.ConstantOf(v)) return RangeOf(*t);
    return calibration_.range(graph_, v);
  }

  // Numbers near the ends of float32 stand for infinity, as where a maximum begins: a scale for them is none for
  // others.
  bool HoldsSentinels(ValueId v) const {
    if (v == ValueId::kNone || g_.type(v).dtype != DType::kF32) return false;
    constexpr float kSentinel = 1e30f;
    std::optional<Range> r = RangeAt(v);
    return r && (std::max(r->min, calibration_.least(graph_, v)) < -kSentinel || r->max > kSentinel);
  }

  bool HasNumbersAround(const Node& n) const {
    auto good = [&](ValueId v) {
      return calibration_.IsFinite(graph_, v) && !calibration_.IsEmpty(graph_, v) && !HoldsSentinels(v);
    };
    return std::all_of(n.inputs.begin(), n.inputs.end(), good) && std::all_of(n.outputs.begin(), n.outputs.end(), good);
  }

  // Products and the like with results far outside the codes would overflow in integer kernels; floats are clamped.
  bool MakesWhatIsCut(const Node& n) const {
    return std::any_of(n.outputs.begin(), n.outputs.end(), [&](ValueId v) {
      std::optional<Range> r = RangeAt(v);
      return r && r->min < calibration_.least(graph_, v);
    });
  }

  // A branch that no sample took keeps its floats.
  bool WasReached(const Node& n, const ops::QuantRule& rule) {
    size_t before = out_.unseen.size();
    auto look = [&](ValueId v) {
      if (!g_.ConstantOf(v) && !calibration_.range(graph_, v)) out_.unseen.push_back(v);
    };
    for (size_t i = 0; i < n.inputs.size(); ++i)
      if (IsFloatData(g_, n, rule, i)) look(n.inputs[i]);
    for (ValueId v : n.outputs)
      if (g_.type(v).dtype == DType::kF32) look(v);
    return out_.unseen.size() == before;
  }

  ClassFacts& FactsOf(ValueId v) { return facts_[classes_.Find(static_cast<int>(v))]; }

  void NoteProducers(NodeId id) {
    const Node& n = g_.node(id);
    ops::QuantRule rule = ops::QuantRuleOf(n.op);
    bool on_codes = out_.on_codes[static_cast<size_t>(id)];
    for (ValueId v : n.outputs) {
      if (!touched_[static_cast<size_t>(v)]) continue;
      if (on_codes && rule.fixed_output) {
        out_.produced[static_cast<size_t>(v)] = ops::OutputQuantOf(n.op, out_.codes);
        FactsOf(v).fixed.push_back(out_.produced[static_cast<size_t>(v)]);
      } else if (!(on_codes && rule.same_scale)) {
        FactsOf(v).free_producer = true;
      }
    }
  }

  void NoteRange(ValueId v) {
    if (!touched_[static_cast<size_t>(v)]) return;
    std::optional<Range> r = RangeAt(v);
    ClassFacts& facts = FactsOf(v);
    if (g_.value(v).producer == NodeId::kNone) facts.free_producer = true;
    CHECK(r);
    if (!facts.range) facts.range = Range{};
    facts.range->min = std::min(facts.range->min, std::max(r->min, calibration_.least(graph_, v)));
    facts.range->max = std::max(facts.range->max, r->max);
  }

  void Decide(ValueId v) {
    const ClassFacts& facts = FactsOf(v);
    bool one_fixed =
        !facts.free_producer && !facts.fixed.empty() &&
        std::all_of(facts.fixed.begin(), facts.fixed.end(), [&](const auto& q) { return q == facts.fixed[0]; });
    Quantization& mine = out_.value[static_cast<size_t>(v)];
    mine = one_fixed ? facts.fixed[0] : ActivationQuant(*facts.range, out_.codes);
    Quantization& produced = out_.produced[static_cast<size_t>(v)];
    if (produced == mine) produced = {};
  }

  void DecideDoor(ValueId v) {
    std::optional<Range> r = g_.type(v).dtype == DType::kF32 && !g_.ConstantOf(v) ? RangeAt(v) : std::nullopt;
    Quantization& mine = out_.value[static_cast<size_t>(v)];
    if (r && mine.empty() && calibration_.IsFinite(graph_, v)) mine = ActivationQuant(*r, out_.codes);
  }

  // LiteRT's comparisons of codes die of a scale from 1 on.
  void LeaveLargeComparison(NodeId id) {
    if (target_.slipway) return;
    const Node& n = g_.node(id);
    auto large = [&](ValueId v) {
      const Quantization& q = out_.value[static_cast<size_t>(v)];
      return !q.empty() && q.scale[0] >= 1;
    };
    if (n.op.Is<ops::Compare>() && std::any_of(n.inputs.begin(), n.inputs.end(), large))
      out_.on_codes[static_cast<size_t>(id)] = false;
  }

  const Graph& g_;
  int graph_;
  std::span<const Choice> choices_;
  const Calibration& calibration_;
  const tflite::TargetRuntime& target_;
  std::vector<bool> counts_, logarithms_, recurrent_;
  bool is_door_;  // callers see the graph's inputs and outputs
  Classes classes_;
  Assignment out_;
  std::vector<bool> touched_;
  std::vector<std::pair<NodeId, size_t>> apart_;
  std::map<int, ClassFacts> facts_;
};

}  // namespace

Assignment Assign(const ir::Module& m, int graph, std::span<const Choice> choices, const Calibration& calibration,
                  DType codes, const tflite::TargetRuntime& target, std::span<const ValueId> doors) {
  return Assigner(m, graph, choices, calibration, codes, target).Run(doors);
}

}  // namespace slipway::quantize
