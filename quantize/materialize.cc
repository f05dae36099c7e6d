#include "quantize/materialize.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include "ir/patch.h"
#include "ops/binary/binary.h"
#include "ops/convolution.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/dequantize/dequantize.h"
#include "ops/embedding_lookup/embedding_lookup.h"
#include "ops/fully_connected/fully_connected.h"
#include "ops/gather/gather.h"
#include "ops/mat_mul/mat_mul.h"
#include "ops/quantize/quantize.h"
#include "ops/tables/quant.h"
#include "ops/tables/tflite.h"
#include "ops/unary/unary.h"
#include "quantize/block_weights.h"
#include "quantize/counting_nodes.h"

namespace slipway::quantize {

using ir::Graph;
using ir::Node;
using ir::NodeId;
using ir::ValueId;

namespace {

// Which constants of a float node are its weights, and the axis of their scales.
struct Weights {
  size_t operand;
  int axis;
};

std::vector<Weights> WeightsOf(const Graph& g, const Node& n) {
  ops::QuantRule rule = ops::QuantRuleOf(n.op);
  auto rank = [&](size_t operand) { return g.type(n.inputs[operand]).shape.rank(); };
  if (rule.weights >= 0) return {{static_cast<size_t>(rule.weights), rule.weights_axis_tflite}};
  if (n.op.Is<ops::EmbeddingLookup>()) return {{1, 0}};
  if (const auto* gather = n.op.As<ops::Gather>())
    return {{0, gather->axis < 0 ? gather->axis + rank(0) : gather->axis}};
  if (const auto* product = n.op.As<ops::MatMul>())
    return {{0, rank(0) - (product->transpose_a ? 1 : 2)}, {1, rank(1) - (product->transpose_b ? 2 : 1)}};
  return {};
}

// Do the codes stand for the weights exactly, but for rounding in float?
bool AreMultiples(const Tensor& weights, const Tensor& codes) {
  const Quantization& quant = codes.type().quant;
  const Shape& shape = weights.shape();
  int64_t inner = shape.Elements(quant.axis + 1, shape.rank()), channels = shape[quant.axis];
  for (int64_t i = 0; i < weights.elements(); ++i) {
    size_t channel = quant.scale.size() == 1 ? 0 : static_cast<size_t>(i / inner % channels);
    float steps = weights.as<float>()[static_cast<size_t>(i)] / quant.scale[channel];
    if (std::abs(steps - static_cast<float>(codes.as<int8_t>()[static_cast<size_t>(i)])) > 1e-3f) return false;
  }
  return true;
}

Tensor HalfOf(const Tensor& t) {
  Tensor half(DType::kF16, t.shape());
  std::span<const float> from = t.as<float>();
  std::span<Half> to = half.as<Half>();
  for (size_t i = 0; i < from.size(); ++i)
    to[i] = Half(std::isnan(from[i]) ? from[i] : std::clamp(from[i], -65504.0f, 65504.0f));
  return half;
}

// Builds the new graph node by node. Each old value may live in the new graph as float, as codes of either kind, or
// as several of these.
class FormsBuilder {
 public:
  FormsBuilder(const Graph& old_graph, const GraphForms& forms, const Recipe& recipe, Graph* out, Materialized* done)
      : old_(old_graph),
        forms_(forms),
        recipe_(recipe),
        new_(*out),
        quantized_(done->quantized),
        block_weights_(done->block_weights),
        counts_(NodesThatCount(old_graph)) {}

  Status Build() {
    for (ValueId v : old_.inputs()) RETURN_IF_ERROR(AddInput(v));
    for (NodeId id : old_.Order()) {
      const Node& n = old_.node(id);
      const Choice& choice = forms_.choices[static_cast<size_t>(id)];
      const Assignment* codes = forms_.CodesOf(id);
      if (codes) Count(choice);
      RETURN_IF_ERROR_AT(codes ? AddCodesNode(id, choice, *codes) : AddFloatNode(id, choice),
                         StrCat("quantizing '", n.origin, "'"));
    }
    std::vector<ValueId> outputs;
    for (ValueId v : old_.outputs()) {
      ASSIGN_OR_RETURN(ValueId out, Output(v));
      outputs.push_back(out);
    }
    new_.SetOutputs(std::move(outputs));
    return OkStatus();
  }

 private:
  void Count(const Choice& choice) { ++quantized_[static_cast<size_t>(choice.rule + 1)]; }
  static const Quantization& QuantOf(ValueId v, const Assignment& codes) { return codes.value[static_cast<size_t>(v)]; }
  TensorType CodesType(ValueId v, const Assignment& codes) const {
    return TensorType(codes.codes, old_.type(v).shape, QuantOf(v, codes));
  }
  // The codes that an input or output of this type is made of; nullptr if the value is on none.
  const Assignment* DoorCodes(ValueId v, DType type) const {
    for (const Assignment& a : forms_.codes)
      if (a.codes == (type == DType::kU8 ? DType::kI8 : type) && !QuantOf(v, a).empty()) return &a;
    return nullptr;
  }
  // Where the value lives as codes, if it does: of `wanted` if possible.
  const std::pair<const Assignment*, ValueId>* FindCodes(ValueId v, DType wanted) const {
    auto it = codes_.find(v);
    if (it == codes_.end()) return nullptr;
    for (const auto& form : it->second)
      if (form.first->codes == wanted) return &form;
    return &it->second.front();
  }
  void SetCodes(ValueId v, const Assignment& codes, ValueId value) { codes_[v].emplace_back(&codes, value); }

  static Quantization AsUnsigned(Quantization q) {
    q.zero_point[0] += 128;
    return q;
  }

  Status AddInput(ValueId v) {
    const TensorType& type = old_.type(v);
    const std::string& name = old_.value(v).name;
    bool quantized_io = recipe_.input_type != DType::kF32 && type.dtype == DType::kF32;
    if (!quantized_io) {
      float_[v] = new_.AddInput(type, name);
      return OkStatus();
    }
    const Assignment* codes = DoorCodes(v, recipe_.input_type);
    if (!codes) return Unsupported("input '", name, "' has no range, so it cannot be ", recipe_.input_type);
    if (recipe_.input_type == codes->codes) {
      SetCodes(v, *codes, new_.AddInput(CodesType(v, *codes), name));
      return OkStatus();
    }
    ValueId u8 = new_.AddInput(TensorType(DType::kU8, type.shape, AsUnsigned(QuantOf(v, *codes))), name);
    ASSIGN_OR_RETURN(ValueId i8, Requantize(u8, CodesType(v, *codes), StrCat(name, "/int8")));
    SetCodes(v, *codes, i8);
    return OkStatus();
  }

  Result<ValueId> Requantize(ValueId x, TensorType to, const std::string& origin) {
    TensorType types[] = {to};
    ASSIGN_OR_RETURN(std::vector<ValueId> y, new_.AddNode(ops::Quantize{.to = to.dtype}, {x}, origin, types));
    return y[0];
  }

  // Older runtimes go from codes to codes of the other kind by way of floats.
  bool TargetRequantizes(const TensorType& from, const TensorType& to) const {
    ops::TfliteTypes types{{from}, {to}};
    Result<ops::TfliteForm> form = ops::OpToTflite(ops::Quantize{.to = to.dtype}, types);
    return form.ok() && ops::WhyCannotRun(recipe_.target, *form, types).empty();
  }

  // The value as float (or as it is, when it is no float).
  Result<ValueId> Float(ValueId v) {
    if (v == ValueId::kNone) return v;
    if (auto it = float_.find(v); it != float_.end()) return it->second;
    if (const Tensor* t = old_.ConstantOf(v)) return float_[v] = new_.AddConstant(*t, old_.value(v).name);
    const auto* codes = FindCodes(v, DType::kI16);  // the finer ones
    CHECK(codes);
    ASSIGN_OR_RETURN(std::vector<ValueId> y,
                     new_.AddNode(ops::Dequantize{}, {codes->second}, StrCat(old_.value(v).name, "/dequantize")));
    return float_[v] = y[0];
  }

  // The value as codes of its assigned scale.
  Result<ValueId> Codes(ValueId v, const Assignment& codes) {
    const auto* other = FindCodes(v, codes.codes);
    if (other && other->first == &codes) return other->second;
    const std::string& name = old_.value(v).name;
    ValueId q;
    if (const Tensor* t = old_.ConstantOf(v)) {
      q = new_.AddConstant(QuantizeActivations(*t, QuantOf(v, codes), codes.codes), name);
    } else {
      CHECK(other || float_.count(v));
      ValueId from = float_.count(v) ? float_[v] : other->second;
      if (other && from == other->second && !TargetRequantizes(new_.type(from), CodesType(v, codes))) {
        ASSIGN_OR_RETURN(from, Float(v));
      }
      ASSIGN_OR_RETURN(
          q, Requantize(from, CodesType(v, codes), StrCat(name, "/quantize", other ? DTypeName(codes.codes) : "")));
    }
    SetCodes(v, codes, q);
    return q;
  }

  // A constant stored as `small` and made a float when the model runs.
  Result<ValueId> Widened(ValueId v, const Tensor& small) {
    const std::string& name = old_.value(v).name;
    ValueId stored = new_.AddConstant(small, StrCat(name, "/", small.dtype() == DType::kF16 ? "float16" : "int4"));
    ASSIGN_OR_RETURN(std::vector<ValueId> wide, new_.AddNode(ops::Dequantize{}, {stored}, name));
    new_.SetValueName(wide[0], name);
    return wide[0];
  }

  Status StoreAsHalf(const Node& n, const Choice& choice, std::vector<ValueId>* operands) {
    for (size_t i = 0; i < n.inputs.size(); ++i) {
      ValueId v = n.inputs[i];
      const Tensor* t = old_.ConstantOf(v);
      if (!t || t->dtype() != DType::kF32 || t->shape().rank() == 0) continue;
      if (!half_.count(v)) {
        ASSIGN_OR_RETURN(half_[v], Widened(v, HalfOf(*t)));
        Count(choice);
      }
      (*operands)[i] = half_[v];
    }
    return OkStatus();
  }

  // The int8 weights of a kernel that quantizes its input when it runs.
  void StoreForHybrid(const Node& n, const Choice& choice, ops::Op* op, std::vector<ValueId>* operands) {
    ops::QuantRule rule = ops::QuantRuleOf(n.op);
    if (!rule.dynamic || rule.weights < 0 || old_.type(n.inputs[0]).dtype != DType::kF32) return;
    size_t w = static_cast<size_t>(rule.weights);
    const Tensor* t = LargeWeights(n.inputs[w]);
    if (!t) return;
    // LiteRT's hybrid depthwise kernels read a scale for each channel, also where there is but one.
    bool per_channel = choice.per_channel || n.op.Is<ops::DepthwiseConv2D>();
    int axis = per_channel ? rule.weights_axis_tflite : -1;
    auto [it, is_new] = int8_.try_emplace({n.inputs[w], axis});
    if (is_new) it->second = new_.AddConstant(QuantizeWeights(*t, axis), old_.value(n.inputs[w]).name);
    (*operands)[w] = it->second;
    if (const auto* dense = op->As<ops::FullyConnected>()) {
      auto copy = *dense;
      copy.asymmetric_quantize_inputs = true;
      *op = copy;
    }
    Count(choice);
  }

  // A dense layer's weights with a scale for each block; false where it has no whole blocks.
  bool StoreAsBlocks(const Node& n, const Choice& choice, ops::Op* op, std::vector<ValueId>* operands) {
    const auto* dense = op->As<ops::FullyConnected>();
    const Tensor* t = dense && ops::CheckClampActivation(dense->activation).ok() ? LargeWeights(n.inputs[1]) : nullptr;
    if (!t || !FitsBlocks(*t, recipe_.block_size) || old_.type(n.inputs[0]).dtype != DType::kF32) return false;
    auto [it, is_new] = blocks_.try_emplace(n.inputs[1]);
    if (is_new) {
      block_weights_.push_back(StrCat(old_.value(n.inputs[1]).name, "/blocks", block_weights_.size()));
      it->second = new_.AddConstant(RoundToBlocks(*t, recipe_.block_size), block_weights_.back());
      Count(choice);
    }
    (*operands)[1] = it->second;
    auto hybrid = *dense;
    hybrid.asymmetric_quantize_inputs = true;
    hybrid.activation = ops::Activation::kNone;  // LiteRT's kernels forget one behind such weights
    *op = hybrid;
    return true;
  }

  // The activation that the old operator has and its new form not.
  static std::optional<ops::Activation> LeftActivation(const ops::Op& before, const ops::Op& after) {
    const auto *a = before.As<ops::FullyConnected>(), *b = after.As<ops::FullyConnected>();
    return a && b && a->activation != b->activation ? std::optional(a->activation) : std::nullopt;
  }
  Status StoreAsInt4(const Node& n, const Choice& choice, ops::Op* op, std::vector<ValueId>* operands) {
    if (StoreAsBlocks(n, choice, op, operands)) return OkStatus();
    for (const Weights& w : WeightsOf(old_, n)) {
      ValueId v = n.inputs[w.operand];
      const Tensor* t = LargeWeights(v);
      if (!t || t->shape().rank() == 0) continue;
      int axis = choice.per_channel ? w.axis : -1;
      auto it = int4_.find({v, axis});
      if (it == int4_.end()) {
        ASSIGN_OR_RETURN(ValueId wide, Widened(v, QuantizeWeights(*t, axis, {}, DType::kI4)));
        it = int4_.emplace(std::pair(v, axis), wide).first;
        Count(choice);
      }
      (*operands)[w.operand] = it->second;
    }
    return OkStatus();
  }

  // Weights that are worth fewer bits, or nullptr.
  const Tensor* LargeWeights(ValueId v) const {
    const Tensor* t = old_.ConstantOf(v);
    bool large = t && t->dtype() == DType::kF32 && t->elements() >= recipe_.dynamic_min_elements;
    return large && IsFinite(*t) ? t : nullptr;
  }

  Status AddFloatNode(NodeId id, const Choice& choice) {
    const Node& n = old_.node(id);
    ops::Op op = n.op;
    std::vector<ValueId> operands(n.inputs.size(), ValueId::kNone);
    switch (choice.mode) {
      case Mode::kFloat16:
        if (!counts_[static_cast<size_t>(id)]) RETURN_IF_ERROR(StoreAsHalf(n, choice, &operands));
        break;
      case Mode::kDynamic:
        StoreForHybrid(n, choice, &op, &operands);
        break;
      case Mode::kInt4:
        RETURN_IF_ERROR(StoreAsInt4(n, choice, &op, &operands));
        break;
      default:
        break;
    }
    for (size_t i = 0; i < operands.size(); ++i)
      if (operands[i] == ValueId::kNone) {
        ASSIGN_OR_RETURN(operands[i], Float(n.inputs[i]));
      }
    std::vector<TensorType> types;
    for (ValueId v : n.outputs) types.push_back(old_.type(v));
    std::optional<ops::Activation> left = LeftActivation(n.op, op);
    std::string origin = left ? StrCat(n.origin, "/linear") : n.origin;
    ASSIGN_OR_RETURN(std::vector<ValueId> results, new_.AddNode(std::move(op), std::move(operands), origin, types));
    if (left) {
      ASSIGN_OR_RETURN(results, new_.AddNode(ops::Unary{.kind = *ops::KindOf(*left)}, {results[0]}, n.origin));
    }
    for (size_t i = 0; i < results.size(); ++i) {
      float_[n.outputs[i]] = results[i];
      new_.SetValueName(results[i], old_.value(n.outputs[i]).name);
    }
    return OkStatus();
  }

  // A bias whose code would not fit asks for a larger weights scale.
  std::vector<float> LeastWeightsScale(const Node& n, const ops::QuantRule& rule, int axis, float input_scale,
                                       DType codes) const {
    size_t b = static_cast<size_t>(rule.bias);
    if (rule.bias < 0 || b >= n.inputs.size() || n.inputs[b] == ValueId::kNone) return {};
    std::vector<float> least;
    for (float v : old_.ConstantOf(n.inputs[b])->as<float>())
      least.push_back(std::abs(v) / (input_scale * LargestBias(codes)));
    if (axis < 0 && !least.empty()) least = {*std::max_element(least.begin(), least.end())};
    return least;
  }

  // Has the target the node with 16-bit weights beside 16-bit activations? Dense layers only, and not in old releases.
  bool TakesFineWeights(const Node& n) const {
    if (!n.op.Is<ops::FullyConnected>()) return false;
    const Quantization some{{1.0f / 256}, {0}, 0};
    ops::TfliteTypes types;
    for (ValueId v : n.inputs)
      types.inputs.push_back(v == ValueId::kNone ? TensorType() : TensorType(DType::kI16, old_.type(v).shape, some));
    types.outputs.push_back(TensorType(DType::kI16, old_.type(n.outputs[0]).shape, some));
    Result<ops::TfliteForm> form = ops::OpToTflite(n.op, types);
    return form.ok() && ops::WhyCannotRun(recipe_.target, *form, types).empty();
  }

  // An embedding that is the last layer's weights as well is stored once: dense layers take 16-bit weights, too. kNone
  // if the weights are no such table.
  ValueId TableOf(const Node& n, ValueId weights, const Assignment& codes) const {
    if (codes.codes != DType::kI16 || !TakesFineWeights(n)) return ValueId::kNone;
    const Tensor& w = *old_.ConstantOf(weights);
    for (int i = 0; i < old_.num_values(); ++i) {
      ValueId v = static_cast<ValueId>(i);
      const Tensor* t = old_.ConstantOf(v);
      if (t && !QuantOf(v, codes).empty() && t->shape() == w.shape() &&
          std::memcmp(t->data(), w.data(), w.bytes()) == 0)
        return v;
    }
    return ValueId::kNone;
  }

  // Dense layers take 16-bit weights beside 16-bit activations: few ones keep their precision, where 8 bits lose some.
  Tensor WeightsCodes(const Node& n, const Choice& choice, float input_scale, DType codes) const {
    constexpr int64_t kFew = 4096;
    ops::QuantRule rule = ops::QuantRuleOf(n.op);
    const Tensor& w = *old_.ConstantOf(n.inputs[static_cast<size_t>(rule.weights)]);
    int axis = choice.per_channel ? rule.weights_axis_tflite : -1;
    Tensor small = QuantizeWeights(w, axis, LeastWeightsScale(n, rule, axis, input_scale, codes));
    if (codes != DType::kI16 || w.elements() > kFew || !TakesFineWeights(n) || AreMultiples(w, small)) return small;
    Quantization quant = ActivationQuant(RangeOf(w), codes);
    for (float least : LeastWeightsScale(n, rule, -1, input_scale, codes))
      quant.scale[0] = std::max(quant.scale[0], least);
    return QuantizeActivations(w, quant, codes);
  }

  Status AddCodesNode(NodeId id, const Choice& choice, const Assignment& codes) {
    const Node& n = old_.node(id);
    ops::QuantRule rule = ops::QuantRuleOf(n.op);
    std::vector<ValueId> operands = n.inputs;
    float input_scale = 1;
    for (size_t i = 0; i < operands.size(); ++i) {
      ValueId v = n.inputs[i];
      if (v == ValueId::kNone || static_cast<int>(i) == rule.weights || static_cast<int>(i) == rule.bias) continue;
      if (old_.type(v).dtype != DType::kF32) {
        ASSIGN_OR_RETURN(operands[i], Float(v));
        continue;
      }
      ASSIGN_OR_RETURN(operands[i], Codes(v, codes));
      input_scale = QuantOf(v, codes).scale[0];
      if (auto it = codes.operand.find({id, i}); it != codes.operand.end()) {
        TensorType wanted(codes.codes, old_.type(v).shape, it->second);
        ASSIGN_OR_RETURN(operands[i], Requantize(operands[i], wanted, StrCat(old_.value(v).name, "/requantize")));
      }
    }
    if (rule.weights >= 0) {
      size_t w = static_cast<size_t>(rule.weights);
      std::vector<float> weights_scale;
      if (ValueId table = TableOf(n, n.inputs[w], codes); table != ValueId::kNone) {
        ASSIGN_OR_RETURN(operands[w], Codes(table, codes));
        weights_scale = QuantOf(table, codes).scale;
      } else {
        Tensor weights = WeightsCodes(n, choice, input_scale, codes.codes);
        operands[w] = new_.AddConstant(weights, old_.value(n.inputs[w]).name);
        weights_scale = weights.type().quant.scale;
      }
      size_t b = static_cast<size_t>(rule.bias);
      if (rule.bias >= 0 && b < operands.size() && n.inputs[b] != ValueId::kNone)
        operands[b] = new_.AddConstant(
            QuantizeBias(*old_.ConstantOf(n.inputs[b]), input_scale, weights_scale, BiasType(codes.codes)),
            old_.value(n.inputs[b]).name);
    }
    std::vector<TensorType> types;
    for (ValueId v : n.outputs) {
      TensorType type = old_.type(v);
      const Quantization& produced = codes.produced[static_cast<size_t>(v)];
      if (type.dtype == DType::kF32)
        type = TensorType(codes.codes, type.shape, produced.empty() ? QuantOf(v, codes) : produced);
      types.push_back(type);
    }
    ops::Op op = n.op;
    if (const auto* sum = op.As<ops::Binary>(); sum && codes.codes == DType::kI16) {
      ops::Binary of_any_scales = *sum;  // as TFLite's converter says it
      of_any_scales.pot_scale_int16 = false;
      op = of_any_scales;
    }
    ASSIGN_OR_RETURN(std::vector<ValueId> results, new_.AddNode(std::move(op), std::move(operands), n.origin, types));
    for (size_t i = 0; i < results.size(); ++i) {
      ValueId v = n.outputs[i];
      new_.SetValueName(results[i], old_.value(v).name);
      if (old_.type(v).dtype != DType::kF32) {
        float_[v] = results[i];
      } else if (!codes.produced[static_cast<size_t>(v)].empty()) {
        ASSIGN_OR_RETURN(ValueId shared,
                         Requantize(results[i], CodesType(v, codes), StrCat(old_.value(v).name, "/requantize")));
        SetCodes(v, codes, shared);
      } else {
        SetCodes(v, codes, results[i]);
      }
    }
    return OkStatus();
  }

  Result<ValueId> Output(ValueId v) {
    const std::string name = old_.value(v).name;
    bool quantized_io = recipe_.output_type != DType::kF32 && old_.type(v).dtype == DType::kF32;
    ValueId out;
    if (!quantized_io) {
      bool computed_as_codes = !float_.count(v) && codes_.count(v);
      ASSIGN_OR_RETURN(out, Float(v));
      if (computed_as_codes) {  // the signature's name stays with what the caller gets
        new_.SetValueName(FindCodes(v, DType::kI16)->second, StrCat(name, "/codes"));
        new_.SetValueName(out, name);
      }
      return out;
    }
    const Assignment* codes = DoorCodes(v, recipe_.output_type);
    if (!codes) return Unsupported("output '", name, "' has no range, so it cannot be ", recipe_.output_type);
    ASSIGN_OR_RETURN(out, Codes(v, *codes));
    if (float_.count(v) &&
        old_.value(v).producer != NodeId::kNone)  // the signature's name goes to what the caller gets
      new_.SetValueName(float_[v], StrCat(name, "/float"));
    new_.SetValueName(out, name);
    if (recipe_.output_type == codes->codes) return out;
    new_.SetValueName(out, StrCat(name, "/int8"));
    TensorType u8(DType::kU8, old_.type(v).shape, AsUnsigned(QuantOf(v, *codes)));
    ASSIGN_OR_RETURN(out, Requantize(out, u8, name));
    return out;
  }

  const Graph& old_;
  const GraphForms& forms_;
  const Recipe& recipe_;
  Graph& new_;
  std::vector<int>& quantized_;
  std::vector<std::string>& block_weights_;
  std::vector<bool> counts_;
  std::map<ValueId, ValueId> float_, half_, blocks_;
  std::map<ValueId, std::vector<std::pair<const Assignment*, ValueId>>> codes_;
  std::map<std::pair<ValueId, int>, ValueId> int8_, int4_;  // by axis of the scales
};

}  // namespace

Status Materialize(const Graph& g, const GraphForms& forms, const Recipe& recipe, ir::Module* out, Materialized* done) {
  Graph& target = out->AddGraph(g.name);
  RETURN_IF_ERROR(FormsBuilder(g, forms, recipe, &target, done).Build());
  ir::RemoveUnused(target);
  return OkStatus();
}

}  // namespace slipway::quantize
