#include "converter/passes/passes.h"
#include "ops/binary/binary.h"
#include "ops/fake_quant/fake_quant.h"
#include "ops/unary/unary.h"

namespace slipway::converter {

using ir::ValueId;
using ops::Binary;
using ops::BinaryKind;

namespace {

// One number per channel of what the formula needs (ops/fake_quant/fake_quant.h).
struct Channels {
  Tensor low, high, inverse_scale, offset, scale;
};

Channels ChannelsOf(const ops::FakeQuant& op, std::span<const float> min, std::span<const float> max) {
  Shape shape = {static_cast<int64_t>(min.size())};
  auto vector = [&] { return Tensor(DType::kF32, shape); };
  Channels c{vector(), vector(), vector(), vector(), vector()};
  for (size_t i = 0; i < min.size(); ++i) {
    ops::NudgedRange r = ops::Nudge(min[i], max[i], op.num_bits, op.narrow_range);
    c.low.as<float>()[i] = r.min;
    c.high.as<float>()[i] = r.max;
    c.inverse_scale.as<float>()[i] = r.inverse_scale;
    c.offset.as<float>()[i] = 0.5f - r.zero;
    c.scale.as<float>()[i] = r.scale;
  }
  return c;
}

}  // namespace

Rewrite LowerFakeQuant(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  const auto* op = n.op.As<ops::FakeQuant>();
  if (!op || n.inputs.size() != 3) return std::nullopt;
  const Tensor *min = g.ConstantOf(n.inputs[1]), *max = g.ConstantOf(n.inputs[2]);
  const Shape& x = g.type(n.inputs[0]).shape;
  if (!min || !max || !x.has_rank() || (op->axis != -1 && op->axis != x.rank() - 1)) return std::nullopt;
  Channels c = ChannelsOf(*op, min->as<float>(), max->as<float>());
  ir::Patch p(g, id, "lower_fake_quant");
  ValueId y = n.inputs[0];
  struct Step {
    BinaryKind kind;
    const Tensor& operand;
    const char* name;
  };
  for (const Step& s : {Step{BinaryKind::kMaximum, c.low, "low"}, Step{BinaryKind::kMinimum, c.high, "high"},
                        Step{BinaryKind::kSub, c.low, "shifted"}, Step{BinaryKind::kMul, c.inverse_scale, "steps"},
                        Step{BinaryKind::kAdd, c.offset, "rounded"}}) {
    std::string name = StrCat(n.origin, "/", s.name);
    ASSIGN_OR_RETURN(y, p.Add(Binary{.kind = s.kind}, {y, p.Constant(s.operand, name)}, name));
  }
  ASSIGN_OR_RETURN(y, p.Add(ops::Unary{.kind = ops::UnaryKind::kFloor}, {y}, StrCat(n.origin, "/floor")));
  TensorType types[] = {g.type(n.outputs[0])};
  ASSIGN_OR_RETURN(y, p.Add(Binary{.kind = BinaryKind::kMul}, {y, p.Constant(c.scale, StrCat(n.origin, "/scale"))},
                            n.origin, types));
  p.Replace(n.outputs[0], y);
  return p;
}

}  // namespace slipway::converter
