#include "train/nn/recurrent.h"

#include <algorithm>

#include "ops/pack/pack.h"
#include "ops/reverse/reverse.h"
#include "ops/split/split.h"
#include "ops/unpack/unpack.h"
#include "train/nn/arithmetic.h"

namespace slipway::train::nn {

namespace {

const char* ClassOf(RecurrentCell cell) {
  return cell == RecurrentCell::kLstm ? "LSTM" : cell == RecurrentCell::kGru ? "GRU" : "SimpleRNN";
}

int64_t GatesOf(RecurrentCell cell) { return cell == RecurrentCell::kLstm ? 4 : cell == RecurrentCell::kGru ? 3 : 1; }

std::vector<Value> Parts(const Value& x, int parts) {
  return ApplyMany(ops::Split{.num = parts}, {Scalar(-1, DType::kI32), x});
}

// a + b where there is a b.
Value Plus(const Value& a, const Value& b) { return b.absent() ? a : a + b; }

}  // namespace

Recurrent::Recurrent(RecurrentOptions options, std::string name)
    : Layer(ClassOf(options.cell), std::move(name)), options_(std::move(options)) {}

Status Recurrent::Build(const std::vector<TensorType>& inputs) {
  const RecurrentOptions& o = options_;
  const Shape& x = inputs[0].shape;
  if (!IsFloat(inputs[0].dtype) || !x.has_rank() || x.rank() != 3 || x[1] < 1 || x[2] < 1)
    return BadInput("the input is ", inputs[0],
                    ", expected float sequences [batch, steps, features] with known steps and features");
  if (o.units < 1) return UsageError("units is ", o.units, ", expected at least 1");
  const int64_t width = GatesOf(o.cell) * o.units;
  const std::string cell = StrCat(DefaultName(class_name()), "_cell/");
  ASSIGN_OR_RETURN(kernel_, AddVariable(cell + "kernel", o.kernel_initializer, {x[2], width}, o.kernel_regularizer));
  ASSIGN_OR_RETURN(recurrent_, AddVariable(cell + "recurrent_kernel", o.recurrent_initializer, {o.units, width},
                                           o.recurrent_regularizer));
  if (!o.use_bias) return OkStatus();
  const bool two_rows = o.cell == RecurrentCell::kGru && o.reset_after;
  const Shape shape = two_rows ? Shape{2, width} : Shape{width};
  ASSIGN_OR_RETURN(bias_, AddVariable(cell + "bias", o.bias_initializer, shape, o.bias_regularizer));
  if (o.cell == RecurrentCell::kLstm && o.unit_forget_bias)
    std::ranges::fill(bias_->tensor().as<float>().subspan(static_cast<size_t>(o.units), static_cast<size_t>(o.units)),
                      1.0f);
  return OkStatus();
}

// i, f, g and o: c = s(f) c + s(i) a(g), h = s(o) a(c), s the recurrent activation, a the other one.
void Recurrent::StepLstm(const Value& x, State* s) const {
  Value z = s->h.absent() ? x : x + MatMul(s->h, Read(recurrent_));
  std::vector<Value> gate = Parts(z, 4);
  auto open = [&](const Value& v) { return Activate(options_.recurrent_activation, v); };
  Value input = open(gate[0]), c = input * Activate(options_.activation, gate[2]);
  if (!s->c.absent()) c = open(gate[1]) * s->c + c;
  Value output = open(gate[3]);
  *s = {output * Activate(options_.activation, c), c};
}

// z, r and h: h = z h + (1 - z) a(x_h + r (h U_h + b)), or a(x_h + (r h) U_h) with reset_after off.
void Recurrent::StepGru(const Value& x, State* s) const {
  const RecurrentOptions& o = options_;
  auto open = [&](const Value& v) { return Activate(o.recurrent_activation, v); };
  std::vector<Value> from_x = Parts(x, 3), from_h(3);
  if (o.reset_after) {
    Value product = s->h.absent() ? Value() : MatMul(s->h, Read(recurrent_));
    if (bias_) {
      Value own = Reshape(Parts(Reshape(Read(bias_), {-1}), 2)[1], {1, -1});
      product = product.absent() ? own : product + own;
    }
    if (!product.absent()) from_h = Parts(product, 3);
  } else if (!s->h.absent()) {
    from_h = Parts(MatMul(s->h, Read(recurrent_)), 3);
  }
  Value z = open(Plus(from_x[0], from_h[0])), r = open(Plus(from_x[1], from_h[1])), recurrent;
  if (o.reset_after)
    recurrent = from_h[2].absent() ? Value() : r * from_h[2];
  else if (!s->h.absent())
    recurrent = MatMul(r * s->h, Parts(Read(recurrent_), 3)[2]);
  Value candidate = Activate(o.activation, Plus(from_x[2], recurrent));
  Value fresh = (1 - z) * candidate;
  s->h = s->h.absent() ? fresh : z * s->h + fresh;
}

void Recurrent::StepSimple(const Value& x, State* s) const {
  s->h = Activate(options_.activation, s->h.absent() ? x : x + MatMul(s->h, Read(recurrent_)));
}

Value Recurrent::Call(const std::vector<Value>& inputs, const CallContext&) {
  const RecurrentOptions& o = options_;
  Value x = inputs[0];
  const int64_t steps = x.shape()[1];
  if (steps < 1) return BadInput("the input is ", x.type(), ", expected a known number of steps");
  Value products = MatMul(x, Read(kernel_));
  if (bias_) {
    const bool two_rows = bias_->type().shape.rank() == 2;
    products = products + (two_rows ? Parts(Reshape(Read(bias_), {-1}), 2)[0] : Read(bias_));
  }
  std::vector<Value> by_step = ApplyMany(ops::Unpack{.num = static_cast<int>(steps), .axis = 1}, {products});
  if (!by_step[0].ok()) return by_step[0];
  if (o.go_backwards) std::ranges::reverse(by_step);
  State state;
  std::vector<Value> results;
  for (const Value& step : by_step) {
    if (o.cell == RecurrentCell::kLstm)
      StepLstm(step, &state);
    else if (o.cell == RecurrentCell::kGru)
      StepGru(step, &state);
    else
      StepSimple(step, &state);
    if (!state.h.ok()) return state.h;
    results.push_back(state.h);
  }
  return o.return_sequences ? Apply(ops::Pack{.axis = 1}, std::move(results)) : results.back();
}

Bidirectional::Bidirectional(RecurrentOptions layer, BidirectionalMerge merge, std::string name)
    : Layer("Bidirectional", std::move(name)), merge_(merge), forward_(std::make_shared<Recurrent>(layer)) {
  layer.go_backwards = !layer.go_backwards;
  backward_ = std::make_shared<Recurrent>(layer);
}

std::vector<VariablePtr> Bidirectional::variables() const {
  std::vector<VariablePtr> all = forward_->variables(), others = backward_->variables();
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

std::vector<RegularizedVariable> Bidirectional::regularized() const {
  std::vector<RegularizedVariable> all = forward_->regularized(), others = backward_->regularized();
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

void Bidirectional::SetSeed(uint64_t seed) {
  Layer::SetSeed(seed);
  forward_->SetSeed(seed);
  backward_->SetSeed(seed);
}

Status Bidirectional::Build(const std::vector<TensorType>&) {
  const std::string own = DefaultName(forward_->class_name());
  forward_->SetName(StrCat(name(), "/forward_", own));
  backward_->SetName(StrCat(name(), "/backward_", own));
  return OkStatus();
}

Value Bidirectional::Call(const std::vector<Value>& inputs, const CallContext& context) {
  Value a = (*forward_)(inputs, context), b = (*backward_)(inputs, context);
  if (!a.ok()) return a;
  if (!b.ok()) return b;
  if (forward_->options().return_sequences) b = Apply(ops::Reverse{}, {b, IntVector({1})});
  switch (merge_) {
    case BidirectionalMerge::kConcat:
      return Concat({a, b}, -1);
    case BidirectionalMerge::kSum:
      return a + b;
    case BidirectionalMerge::kMul:
      return a * b;
    case BidirectionalMerge::kAve:
      return (a + b) / 2;
  }
  return a;
}

}  // namespace slipway::train::nn
