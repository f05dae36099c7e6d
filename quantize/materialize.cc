#include "quantize/materialize.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include "ir/patch.h"
#include "ops/binary/binary.h"
#include "ops/dequantize/dequantize.h"
#include "ops/fully_connected/fully_connected.h"
#include "ops/quantize/quantize.h"
#include "ops/tables/quant.h"

namespace slipway::quantize {

using ir::Graph;
using ir::Node;
using ir::NodeId;
using ir::ValueId;

namespace {

// Builds the new graph node by node. Each old value may live in the new graph as float, as codes, or both.
class CodesBuilder {
 public:
  CodesBuilder(const Graph& old_graph, const Assignment& assignment, const Recipe& recipe, Graph* out)
      : old_(old_graph), assignment_(assignment), recipe_(recipe), new_(*out) {}

  Status Build() {
    for (ValueId v : old_.inputs()) RETURN_IF_ERROR(AddInput(v));
    for (NodeId id : old_.Order()) {
      const Node& n = old_.node(id);
      bool on_codes = assignment_.on_codes[static_cast<size_t>(id)];
      RETURN_IF_ERROR_AT(on_codes ? AddCodesNode(n) : AddFloatNode(n), StrCat("quantizing '", n.origin, "'"));
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
  const Quantization& QuantOf(ValueId v) const { return assignment_.value[static_cast<size_t>(v)]; }
  TensorType CodesType(ValueId v) const { return TensorType(assignment_.codes, old_.type(v).shape, QuantOf(v)); }

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
    if (QuantOf(v).empty())
      return Unsupported("input '", name, "' feeds no op on codes, so it cannot be ", recipe_.input_type);
    if (recipe_.input_type == assignment_.codes) {
      codes_[v] = new_.AddInput(CodesType(v), name);
      return OkStatus();
    }
    ValueId u8 = new_.AddInput(TensorType(DType::kU8, type.shape, AsUnsigned(QuantOf(v))), name);
    ASSIGN_OR_RETURN(codes_[v], Requantize(u8, CodesType(v), StrCat(name, "/int8")));
    return OkStatus();
  }

  Result<ValueId> Requantize(ValueId x, TensorType to, const std::string& origin) {
    TensorType types[] = {to};
    ASSIGN_OR_RETURN(std::vector<ValueId> y, new_.AddNode(ops::Quantize{.to = to.dtype}, {x}, origin, types));
    return y[0];
  }

  // The value as float (or as it is, when it is no float).
  Result<ValueId> Float(ValueId v) {
    if (v == ValueId::kNone) return v;
    if (auto it = float_.find(v); it != float_.end()) return it->second;
    if (const Tensor* t = old_.ConstantOf(v)) return float_[v] = new_.AddConstant(*t, old_.value(v).name);
    CHECK(codes_.count(v));
    ASSIGN_OR_RETURN(std::vector<ValueId> y,
                     new_.AddNode(ops::Dequantize{}, {codes_[v]}, StrCat(old_.value(v).name, "/dequantize")));
    return float_[v] = y[0];
  }

  // The value as codes of its assigned scale.
  Result<ValueId> Codes(ValueId v) {
    if (auto it = codes_.find(v); it != codes_.end()) return it->second;
    const std::string& name = old_.value(v).name;
    if (const Tensor* t = old_.ConstantOf(v))
      return codes_[v] = new_.AddConstant(QuantizeActivations(*t, QuantOf(v), assignment_.codes), name);
    CHECK(float_.count(v));
    ASSIGN_OR_RETURN(ValueId q, Requantize(float_[v], CodesType(v), StrCat(name, "/quantize")));
    return codes_[v] = q;
  }

  Status AddFloatNode(const Node& n) {
    std::vector<ValueId> operands;
    for (ValueId v : n.inputs) {
      ASSIGN_OR_RETURN(ValueId x, Float(v));
      operands.push_back(x);
    }
    std::vector<TensorType> types;
    for (ValueId v : n.outputs) types.push_back(old_.type(v));
    ASSIGN_OR_RETURN(std::vector<ValueId> results, new_.AddNode(n.op, std::move(operands), n.origin, types));
    for (size_t i = 0; i < results.size(); ++i) {
      float_[n.outputs[i]] = results[i];
      new_.SetValueName(results[i], old_.value(n.outputs[i]).name);
    }
    return OkStatus();
  }

  // A bias whose code would not fit asks for a larger weights scale.
  std::vector<float> LeastWeightsScale(const Node& n, const ops::QuantRule& rule, float input_scale) const {
    size_t b = static_cast<size_t>(rule.bias);
    if (rule.bias < 0 || b >= n.inputs.size() || n.inputs[b] == ValueId::kNone || rule.weights_axis_tflite < 0)
      return {};
    std::vector<float> least;
    for (float v : old_.ConstantOf(n.inputs[b])->as<float>())
      least.push_back(std::abs(v) / (input_scale * LargestBias(assignment_.codes)));
    return least;
  }

  // An embedding that is the last layer's weights as well is stored once: dense layers take 16-bit weights, too. kNone
  // if the weights are no such table.
  ValueId TableOf(const Node& n, ValueId weights) const {
    if (assignment_.codes != DType::kI16 || !n.op.Is<ops::FullyConnected>()) return ValueId::kNone;
    const Tensor& w = *old_.ConstantOf(weights);
    for (int i = 0; i < old_.num_values(); ++i) {
      ValueId v = static_cast<ValueId>(i);
      const Tensor* t = old_.ConstantOf(v);
      if (t && !QuantOf(v).empty() && t->shape() == w.shape() && std::memcmp(t->data(), w.data(), w.bytes()) == 0)
        return v;
    }
    return ValueId::kNone;
  }

  Status AddCodesNode(const Node& n) {
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
      ASSIGN_OR_RETURN(operands[i], Codes(v));
      input_scale = QuantOf(v).scale[0];
    }
    if (rule.weights >= 0) {
      size_t w = static_cast<size_t>(rule.weights);
      std::vector<float> weights_scale;
      if (ValueId table = TableOf(n, n.inputs[w]); table != ValueId::kNone) {
        ASSIGN_OR_RETURN(operands[w], Codes(table));
        weights_scale = QuantOf(table).scale;
      } else {
        Tensor weights = QuantizeWeights(*old_.ConstantOf(n.inputs[w]), rule.weights_axis_tflite,
                                         LeastWeightsScale(n, rule, input_scale));
        operands[w] = new_.AddConstant(weights, old_.value(n.inputs[w]).name);
        weights_scale = weights.type().quant.scale;
      }
      size_t b = static_cast<size_t>(rule.bias);
      if (rule.bias >= 0 && b < operands.size() && n.inputs[b] != ValueId::kNone)
        operands[b] = new_.AddConstant(
            QuantizeBias(*old_.ConstantOf(n.inputs[b]), input_scale, weights_scale, BiasType(assignment_.codes)),
            old_.value(n.inputs[b]).name);
    }
    std::vector<TensorType> types;
    for (ValueId v : n.outputs) {
      TensorType type = old_.type(v);
      const Quantization& produced = assignment_.produced[static_cast<size_t>(v)];
      if (type.dtype == DType::kF32)
        type = TensorType(assignment_.codes, type.shape, produced.empty() ? QuantOf(v) : produced);
      types.push_back(type);
    }
    ops::Op op = n.op;
    if (const auto* sum = op.As<ops::Binary>(); sum && assignment_.codes == DType::kI16) {
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
      } else if (!assignment_.produced[static_cast<size_t>(v)].empty()) {
        ASSIGN_OR_RETURN(codes_[v], Requantize(results[i], CodesType(v), StrCat(old_.value(v).name, "/requantize")));
      } else {
        codes_[v] = results[i];
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
        new_.SetValueName(codes_[v], StrCat(name, "/codes"));
        new_.SetValueName(out, name);
      }
      return out;
    }
    if (QuantOf(v).empty())
      return Unsupported("output '", name, "' is made by no op on codes, so it cannot be ", recipe_.output_type);
    ASSIGN_OR_RETURN(out, Codes(v));
    if (recipe_.output_type == assignment_.codes) return out;
    new_.SetValueName(out, StrCat(name, "/int8"));
    ASSIGN_OR_RETURN(out, Requantize(out, TensorType(DType::kU8, old_.type(v).shape, AsUnsigned(QuantOf(v))), name));
    return out;
  }

  const Graph& old_;
  const Assignment& assignment_;
  const Recipe& recipe_;
  Graph& new_;
  std::map<ValueId, ValueId> float_, codes_;
};

}  // namespace

Status MaterializeCodes(const Graph& g, const Assignment& assignment, const Recipe& recipe, ir::Module* out) {
  Graph& target = out->AddGraph(g.name);
  RETURN_IF_ERROR(CodesBuilder(g, assignment, recipe, &target).Build());
  ir::RemoveUnused(target);
  return OkStatus();
}

Result<int> MaterializeFloat16(Graph& g) {
  int count = 0;
  for (NodeId id : g.Order()) {
    const std::vector<ValueId> operands = g.node(id).inputs;
    for (ValueId v : operands) {
      const Tensor* t = g.ConstantOf(v);
      if (!t || t->dtype() != DType::kF32 || t->shape().rank() == 0) continue;
      if (std::find(g.node(id).inputs.begin(), g.node(id).inputs.end(), v) == g.node(id).inputs.end())
        continue;  // replaced already
      Tensor half(DType::kF16, t->shape());
      std::span<const float> from = t->as<float>();
      std::span<Half> to = half.as<Half>();
      for (size_t i = 0; i < from.size(); ++i)
        to[i] = Half(std::isnan(from[i]) ? from[i] : std::clamp(from[i], -65504.0f, 65504.0f));
      std::string name = g.value(v).name;
      ir::Patch p(g, id, "materialize_float16");
      ASSIGN_OR_RETURN(ValueId wide, p.Add(ops::Dequantize{}, {p.Constant(half, StrCat(name, "/float16"))}, name));
      p.Replace(v, wide);
      RETURN_IF_ERROR(p.Apply(g));
      ++count;
    }
  }
  return count;
}

Result<int> MaterializeDynamic(Graph& g, int64_t min_elements) {
  int count = 0;
  for (NodeId id : g.Order()) {
    const Node& n = g.node(id);
    ops::QuantRule rule = ops::QuantRuleOf(n.op);
    if (!rule.dynamic || rule.weights < 0 || g.type(n.inputs[0]).dtype != DType::kF32) continue;
    ValueId w = n.inputs[static_cast<size_t>(rule.weights)];
    const Tensor* t = g.ConstantOf(w);
    if (!t || t->dtype() != DType::kF32 || t->elements() < min_elements || !IsFinite(*t)) continue;
    ir::Patch p(g, id, "materialize_dynamic");
    std::vector<ValueId> operands = n.inputs;
    operands[static_cast<size_t>(rule.weights)] =
        p.Constant(QuantizeWeights(*t, rule.weights_axis_tflite), g.value(w).name);
    ops::Op op = n.op;
    if (const auto* dense = op.As<ops::FullyConnected>()) {
      auto copy = *dense;
      copy.asymmetric_quantize_inputs = true;
      op = copy;
    }
    std::vector<TensorType> types;
    for (ValueId v : n.outputs) types.push_back(g.type(v));
    std::vector<ValueId> old_results = n.outputs;
    ASSIGN_OR_RETURN(std::vector<ValueId> results, p.AddNode(std::move(op), std::move(operands), n.origin, types));
    for (size_t i = 0; i < results.size(); ++i) p.Replace(old_results[i], results[i]);
    RETURN_IF_ERROR(p.Apply(g));
    ++count;
  }
  return count;
}

}  // namespace slipway::quantize
