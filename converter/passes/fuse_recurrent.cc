// A loop that is a recurrent layer becomes one operator.
//
// The loop's variables must be: counters that begin at 0 and rise by 1, a sequence read at the counter, states, and a
// list in which each step writes its output, at the counter or (only the last output is wanted) at 0. What the body
// makes of them is matched from its results backwards. The batch size may be unknown.
#include <algorithm>
#include <array>

#include "converter/passes/match.h"
#include "converter/passes/passes.h"
#include "ir/evaluate.h"
#include "ir/zeros.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/dynamic_update_slice/dynamic_update_slice.h"
#include "ops/gather/gather.h"
#include "ops/lstm/lstm.h"
#include "ops/mat_mul/mat_mul.h"
#include "ops/pack/pack.h"
#include "ops/reshape/reshape.h"
#include "ops/rnn/rnn.h"
#include "ops/slice/slice.h"
#include "ops/split/split.h"
#include "ops/squeeze/squeeze.h"
#include "ops/strided_slice/strided_slice.h"
#include "ops/transpose/transpose.h"
#include "ops/while/while.h"
#include "ops/zeros_like/zeros_like.h"

namespace slipway::converter {

namespace {

using ir::Graph;
using ir::Node;
using ir::NodeId;
using ir::ValueId;
using ops::BinaryKind;
using ops::UnaryKind;

constexpr int64_t kMaxSteps = 1 << 16;

const Node* ProducerOf(const Graph& g, ValueId v) {
  if (v == ValueId::kNone || g.value(v).producer == NodeId::kNone) return nullptr;
  return &g.node(g.value(v).producer);
}

bool IsInt(const Graph& g, ValueId v, int64_t wanted) {
  const Tensor* t = g.ConstantOf(v);
  return t && IsInteger(t->dtype()) && t->elements() == 1 && t->AsInts()[0] == wanted;
}

ValueId UnaryOperand(const Graph& g, ValueId v, UnaryKind kind) {
  const Node* n = UnaryAt(g, v, kind);
  return n ? n->inputs[0] : ValueId::kNone;
}

constexpr int64_t kUnknown = -1;

// The dimensions other than 1; nothing where more than one is unknown.
std::vector<int64_t> RealDims(const Shape& s) {
  std::vector<int64_t> dims;
  if (!s.has_rank()) return dims;
  for (int64_t d : s)
    if (d != 1) dims.push_back(d);
  return std::count(dims.begin(), dims.end(), kUnknown) > 1 ? std::vector<int64_t>() : dims;
}

// The value before axes of size 1 came or went.
ValueId WithoutReshapes(const Graph& g, ValueId v) {
  while (const Node* n = ProducerOf(g, v)) {
    if (!n->op.Is<ops::Reshape>() && !n->op.Is<ops::Squeeze>()) break;
    std::vector<int64_t> dims = RealDims(g.type(v).shape);
    if (dims.empty() || RealDims(g.type(n->inputs[0]).shape) != dims) break;
    v = n->inputs[0];
  }
  return v;
}

// W x + R h + b, each part optional but R h; the sum of all biases.
struct Sum {
  const Tensor *input = nullptr, *recurrent = nullptr;  // [in, n], [units, n]
  std::vector<float> bias;
};

// What a loop over a sequence is made of.
class LoopMatch {
 public:
  LoopMatch(const ir::Module& m, const Graph& g, const Node& n, const ops::While& op)
      : g_(g), n_(n), cond_(*m.graphs[At(op.cond_graph)]), body_(*m.graphs[At(op.body_graph)]) {}

  bool Match() {
    for (size_t k = 0; k < n_.inputs.size(); ++k) kinds_.push_back(KindOf(k));
    if (std::count(kinds_.begin(), kinds_.end(), Kind::kOther)) return false;
    if (list_ < 0 || sequence_ < 0 || states_.empty() || states_.size() > 2) return false;
    plain_ = true;
    const Shape &x = g_.type(n_.inputs[At(sequence_)]).shape, &h = g_.type(n_.inputs[At(states_[0])]).shape;
    if (x.rank() != 3 || h.rank() != 2) return false;
    time = x[0], batch = x[1], depth = x[2], units = h[1];
    if (time < 1 || time > kMaxSteps || batch == 0 || depth < 1 || units < 1) return false;
    for (int k : states_)
      if (!(g_.type(operand(k)).shape == Shape{batch, units})) return false;
    return CountersUnused() && WritesOutputs() && RunsAllSteps();
  }

  // For a loop that multiplies elements of a sequence by weights, and yet is none of the operators.
  std::string WhyNot() const {
    auto multiplies = [&](NodeId id) { return body_.node(id).op.Is<ops::MatMul>(); };
    auto convolves_state = [&](NodeId id) {
      const Node& n = body_.node(id);
      return n.op.Is<ops::Conv2D>() && body_.value(n.inputs[0]).producer == NodeId::kNone &&
             !body_.ConstantOf(n.inputs[0]);
    };
    std::vector<NodeId> nodes = body_.Order();
    if (std::any_of(nodes.begin(), nodes.end(), convolves_state))
      return "its step convolves its state (ConvLSTM), and TFLite has no operator for that";
    if (sequence_ < 0 || std::none_of(nodes.begin(), nodes.end(), multiplies)) return "";
    for (ValueId v : body_.inputs())
      if (body_.type(v).dtype == DType::kBool) return "it has a mask, which TFLite's recurrent operators lack";
    if (g_.type(sequence()).shape.has_rank() && g_.type(sequence()).shape[0] < 0)
      return "the number of its steps is not known; --input_shapes fixes it";
    if (!plain_) return "it does more than read a sequence, change one or two states and write what it makes";
    return "its step is neither an LSTM's nor a simple RNN's, and TFLite has no operator for others (as GRU)";
  }

  const Graph& body() const { return body_; }
  ValueId body_input(int k) const { return body_.inputs()[At(k)]; }
  ValueId body_output(int k) const { return body_.outputs()[At(k)]; }
  ValueId operand(int k) const { return n_.inputs[At(k)]; }
  ValueId result(int k) const { return n_.outputs[At(k)]; }
  const std::vector<int>& states() const { return states_; }
  int list() const { return list_; }
  // What a step writes.
  ValueId output() const { return output_; }
  bool only_last() const { return only_last_; }
  // Nothing reads a counter afterwards.
  bool CountersUnused() const {
    for (size_t k = 0; k < kinds_.size(); ++k)
      if (kinds_[k] == Kind::kCounter && g_.NumUses(n_.outputs[k]) > 0) return false;
    return true;
  }
  std::vector<int> Invariants() const {
    std::vector<int> list;
    for (size_t k = 0; k < kinds_.size(); ++k)
      if (kinds_[k] == Kind::kInvariant) list.push_back(static_cast<int>(k));
    return list;
  }

  // A sum over the step's input and state `h` of `width` columns.
  std::optional<Sum> SumOf(ValueId v, int h, int64_t width) const {
    Sum sum;
    sum.bias.assign(static_cast<size_t>(width), 0.0f);
    if (!AddTerm(v, h, width, &sum, 0) || !sum.input || !sum.recurrent) return std::nullopt;
    return sum;
  }

  int64_t time = 0, batch = 0, depth = 0, units = 0;

 private:
  enum class Kind { kCounter, kInvariant, kList, kState, kOther };
  static size_t At(int i) { return static_cast<size_t>(i); }

  Kind KindOf(size_t k) {
    ValueId in = body_.inputs()[k], out = body_.outputs()[k];
    if (in == out) {
      if (IsReadAtCounter(in)) {
        if (sequence_ >= 0) return Kind::kOther;
        sequence_ = static_cast<int>(k);
      } else if (body_.NumUses(in) > 1) {
        return Kind::kOther;  // besides as the result
      }
      return Kind::kInvariant;
    }
    if (IsCounter(k)) return Kind::kCounter;
    if (body_.ProducerAs<ops::DynamicUpdateSlice>(out) && ProducerOf(body_, out)->inputs[0] == in && list_ < 0) {
      list_ = static_cast<int>(k);
      return Kind::kList;
    }
    const TensorType& type = body_.type(in);
    if (type.dtype != DType::kF32) return Kind::kOther;
    states_.push_back(static_cast<int>(k));
    return Kind::kState;
  }

  bool IsCounter(size_t k) const {
    const Node* add = BinaryAt(body_, body_.outputs()[k], BinaryKind::kAdd);
    return add && add->inputs[0] == body_.inputs()[k] && IsInt(body_, add->inputs[1], 1) && IsInt(g_, n_.inputs[k], 0);
  }
  bool IsCounter(ValueId v) const {
    auto it = std::find(body_.inputs().begin(), body_.inputs().end(), v);
    return it != body_.inputs().end() && IsCounter(static_cast<size_t>(it - body_.inputs().begin()));
  }

  bool IsReadAtCounter(ValueId v) {
    const ir::Value& value = body_.value(v);
    if (value.consumers.size() != 1) return false;
    const Node& n = body_.node(value.consumers[0]);
    const auto* gather = n.op.As<ops::Gather>();
    if (!gather || gather->axis != 0 || gather->batch_dims != 0 || n.inputs[0] != v || !IsCounter(n.inputs[1]))
      return false;
    if (!body_.type(n.inputs[1]).shape.IsScalar()) return false;
    step_ = n.outputs[0];
    return true;
  }

  // The list gets one row in each step.
  bool WritesOutputs() {
    const Node& update = *ProducerOf(body_, body_output(list_));
    if (body_.value(body_input(list_)).consumers.size() != 1) return false;
    output_ = WithoutReshapes(body_, update.inputs[1]);
    const Shape& list = g_.type(operand(list_)).shape;
    if (!(list.rank() == 3 && list[1] == batch && list[2] == units)) return false;
    if (!(body_.type(update.inputs[1]).shape == Shape{1, batch, units})) return false;
    if (const Tensor* starts = body_.ConstantOf(update.inputs[2])) {
      std::vector<int64_t> at = starts->AsInts();
      only_last_ = list[0] == 1 && std::all_of(at.begin(), at.end(), [](int64_t i) { return i == 0; });
      return only_last_;
    }
    const Node* starts = ProducerOf(body_, update.inputs[2]);
    return list[0] == time && starts->op.Is<ops::Pack>() && starts->inputs.size() == 3 &&
           IsCounter(starts->inputs[0]) && IsInt(body_, starts->inputs[1], 0) && IsInt(body_, starts->inputs[2], 0);
  }

  // The condition looks at counters alone, and lets the loop run once for each element of the sequence.
  bool RunsAllSteps() const {
    std::vector<Tensor> inputs;
    for (size_t k = 0; k < kinds_.size(); ++k) {
      const TensorType& type = cond_.type(cond_.inputs()[k]);
      bool counter = kinds_[k] == Kind::kCounter;
      if (!counter && cond_.NumUses(cond_.inputs()[k]) > 0) return false;
      if (counter && type.dtype != DType::kI32) return false;
      Shape shape = type.shape;
      if (!shape.has_rank()) return false;
      for (int d = 0; d < shape.rank(); ++d) shape[d] = std::max<int64_t>(shape[d], 1);
      inputs.emplace_back(type.dtype, shape);
    }
    for (int64_t i = 0; i <= time; ++i) {
      for (size_t k = 0; k < kinds_.size(); ++k)
        if (kinds_[k] == Kind::kCounter) inputs[k] = Tensor::Scalar<int32_t>(static_cast<int32_t>(i));
      Result<std::vector<Tensor>> go_on = ir::EvaluateTensors(cond_, inputs);
      if (!go_on.ok() || (go_on->at(0).AsDoubles()[0] != 0) != (i < time)) return false;
    }
    return true;
  }

  bool AddTerm(ValueId v, int h, int64_t width, Sum* sum, int depth_of_tree) const {
    if (depth_of_tree > 16) return false;
    if (const Tensor* t = body_.ConstantOf(v)) {
      if (t->dtype() != DType::kF32 || t->elements() != width || t->shape().back() != width) return false;
      std::vector<double> values = t->AsDoubles();
      for (size_t i = 0; i < values.size(); ++i) sum->bias[i] += static_cast<float>(values[i]);
      return true;
    }
    v = WithoutReshapes(body_, v);
    const Shape& s = body_.type(v).shape;
    if (RealDims(s) != RealDims({batch, width}) || s.back() != width) return false;
    if (const Node* add = BinaryAt(body_, v, BinaryKind::kAdd))
      return AddTerm(add->inputs[0], h, width, sum, depth_of_tree + 1) &&
             AddTerm(add->inputs[1], h, width, sum, depth_of_tree + 1);
    const auto* product = body_.ProducerAs<ops::MatMul>(v);
    if (!product || product->transpose_a || product->transpose_b) return false;
    const Node& n = *ProducerOf(body_, v);
    const Tensor* weights = body_.ConstantOf(n.inputs[1]);
    if (!weights || weights->dtype() != DType::kF32 || weights->shape().rank() != 2) return false;
    bool from_input = n.inputs[0] == step_, from_state = n.inputs[0] == body_input(h);
    const Tensor*& place = from_input ? sum->input : sum->recurrent;
    if ((!from_input && !from_state) || place) return false;
    place = weights;
    return weights->shape()[0] == (from_input ? depth : units) && weights->shape()[1] == width;
  }

  const Graph& g_;
  const Node& n_;
  const Graph &cond_, &body_;
  std::vector<Kind> kinds_;
  std::vector<int> states_;
  int list_ = -1, sequence_ = -1;
  ValueId step_ = ValueId::kNone, output_ = ValueId::kNone;
  bool only_last_ = false, plain_ = false;

 public:
  ValueId sequence() const { return operand(sequence_); }
};

// Columns [first, first + n) of [rows, columns], as rows.
Tensor TransposedPart(const Tensor& t, int64_t first, int64_t n) {
  const int64_t rows = t.shape()[0], columns = t.shape()[1];
  Tensor part(DType::kF32, Shape{n, rows});
  std::span<const float> from = t.as<float>();
  std::span<float> to = part.as<float>();
  for (int64_t i = 0; i < n; ++i)
    for (int64_t r = 0; r < rows; ++r)
      to[static_cast<size_t>(i * rows + r)] = from[static_cast<size_t>(r * columns + first + i)];
  return part;
}

Tensor BiasPart(const Sum& sum, int64_t first, int64_t n) {
  Tensor part(DType::kF32, Shape{n});
  std::copy_n(sum.bias.begin() + first, n, part.as<float>().begin());
  return part;
}

// h' = o tanh(c'), c' = f c + i tanh(g) with i, f, o sigmoids of parts of one sum.
struct LstmCell {
  int h = -1, c = -1;
  Sum sum;
  std::array<int, 4> part = {};  // of the gates i, f, g, o
};

// A part of the split sum; -1: it is none of it.
int PartOf(const Graph& b, ValueId v, ValueId* sum) {
  const auto* split = b.ProducerAs<ops::Split>(v);
  if (!split || split->num != 4) return -1;
  const Node& n = *ProducerOf(b, v);
  int64_t last = b.type(n.inputs[1]).shape.rank() - 1;
  if (!IsInt(b, n.inputs[0], last) && !IsInt(b, n.inputs[0], -1)) return -1;
  if (*sum != ValueId::kNone && *sum != n.inputs[1]) return -1;
  *sum = n.inputs[1];
  return static_cast<int>(std::find(n.outputs.begin(), n.outputs.end(), v) - n.outputs.begin());
}

// The factors of a product, in the order in which the first is `Unary(kind)`.
std::optional<std::pair<ValueId, ValueId>> Factors(const Graph& b, ValueId v, UnaryKind kind) {
  const Node* mul = BinaryAt(b, v, BinaryKind::kMul);
  if (!mul) return std::nullopt;
  for (int k : {0, 1}) {
    ValueId x = UnaryOperand(b, mul->inputs[static_cast<size_t>(k)], kind);
    if (x != ValueId::kNone) return std::pair{x, mul->inputs[static_cast<size_t>(1 - k)]};
  }
  return std::nullopt;
}

std::optional<LstmCell> MatchLstm(const LoopMatch& loop) {
  if (loop.states().size() != 2) return std::nullopt;
  const Graph& b = loop.body();
  for (int swap : {0, 1}) {
    LstmCell cell{.h = loop.states()[static_cast<size_t>(swap)], .c = loop.states()[static_cast<size_t>(1 - swap)]};
    ValueId h = loop.body_output(cell.h), c = loop.body_output(cell.c), sum = ValueId::kNone;
    if (h != loop.output()) continue;
    auto out = Factors(b, h, UnaryKind::kSigmoid);
    const Node* add = BinaryAt(b, c, BinaryKind::kAdd);
    if (!out || UnaryOperand(b, out->second, UnaryKind::kTanh) != c || !add) continue;
    cell.part[ops::kOutputGate] = PartOf(b, out->first, &sum);
    for (int k : {0, 1}) {
      auto forget = Factors(b, add->inputs[static_cast<size_t>(k)], UnaryKind::kSigmoid);
      auto in = Factors(b, add->inputs[static_cast<size_t>(1 - k)], UnaryKind::kSigmoid);
      if (!forget || !in || forget->second != loop.body_input(cell.c)) continue;
      ValueId g = UnaryOperand(b, in->second, UnaryKind::kTanh);
      if (g == ValueId::kNone) continue;
      cell.part[ops::kForgetGate] = PartOf(b, forget->first, &sum);
      cell.part[ops::kInputGate] = PartOf(b, in->first, &sum);
      cell.part[ops::kCellGate] = PartOf(b, g, &sum);
      std::array<int, 4> parts = cell.part;
      std::sort(parts.begin(), parts.end());
      if (parts != std::array<int, 4>{0, 1, 2, 3}) continue;
      std::optional<Sum> found = loop.SumOf(sum, cell.h, 4 * loop.units);
      if (!found) return std::nullopt;
      cell.sum = *found;
      return cell;
    }
  }
  return std::nullopt;
}

struct RnnCell {
  int h = -1;
  Sum sum;
  ops::Activation activation = ops::Activation::kNone;
};

std::optional<RnnCell> MatchRnn(const LoopMatch& loop) {
  if (loop.states().size() != 1) return std::nullopt;
  const Graph& b = loop.body();
  RnnCell cell{.h = loop.states()[0]};
  ValueId h = loop.body_output(cell.h), sum = h;
  if (h != loop.output()) return std::nullopt;
  for (auto [unary, activation] :
       {std::pair{UnaryKind::kTanh, ops::Activation::kTanh}, std::pair{UnaryKind::kRelu, ops::Activation::kRelu}})
    if (ValueId x = UnaryOperand(b, h, unary); x != ValueId::kNone) {
      sum = x;
      cell.activation = activation;
    }
  std::optional<Sum> found = loop.SumOf(sum, cell.h, loop.units);
  if (!found) return std::nullopt;
  cell.sum = *found;
  return cell;
}

// Writes the layer in the place of the loop.
class Fusion {
 public:
  Fusion(Graph& g, NodeId id, const LoopMatch& loop)
      : g_(g), id_(id), loop_(loop), origin_(g.node(id).origin), p_(g, id, "fuse_recurrent") {
    const Node* x = ProducerOf(g, loop.sequence());
    const Tensor* perm = x && x->op.Is<ops::Transpose>() ? g.ConstantOf(x->inputs[1]) : nullptr;
    time_major_ = !(perm && perm->AsInts() == std::vector<int64_t>{1, 0, 2});
    x_ = time_major_ ? loop.sequence() : x->inputs[0];
  }

  Status Lstm(const LstmCell& cell) {
    std::vector<ValueId> in(20, ValueId::kNone);
    auto at = [&](int i) -> ValueId& { return in[static_cast<size_t>(i)]; };
    at(0) = x_;
    constexpr const char* kNames[] = {"input_gate", "forget_gate", "cell_gate", "output_gate"};
    for (size_t k = 0; k < 4; ++k) {
      int64_t first = cell.part[k] * loop_.units;
      at(ops::kLstmOperands.input[k]) = Constant(TransposedPart(*cell.sum.input, first, loop_.units), kNames[k]);
      at(ops::kLstmOperands.recurrent[k]) =
          Constant(TransposedPart(*cell.sum.recurrent, first, loop_.units), StrCat(kNames[k], "/recurrent"));
      at(ops::kLstmOperands.bias[k]) = Constant(BiasPart(cell.sum, first, loop_.units), StrCat(kNames[k], "/bias"));
    }
    ASSIGN_OR_RETURN(at(ops::kLstmOperands.output_state), Start(cell.h, "output_state"));
    ASSIGN_OR_RETURN(at(ops::kLstmOperands.cell_state), Start(cell.c, "cell_state"));
    ops::Lstm layer{.time_major = time_major_};
    layer.returns_cell = g_.NumUses(loop_.result(cell.c)) > 0;
    ASSIGN_OR_RETURN(std::vector<ValueId> results, p_.AddNode(layer, std::move(in), origin_));
    if (layer.returns_cell) p_.Replace(loop_.result(cell.c), results[1]);
    return Replace(results[0], cell.h);
  }

  Status Rnn(const RnnCell& cell) {
    int64_t n = loop_.units;
    std::vector<ValueId> in{x_, Constant(TransposedPart(*cell.sum.input, 0, n), "weights"),
                            Constant(TransposedPart(*cell.sum.recurrent, 0, n), "recurrent"),
                            Constant(BiasPart(cell.sum, 0, n), "bias")};
    ASSIGN_OR_RETURN(ValueId start, Start(cell.h, "state"));
    in.push_back(start);
    ops::Rnn layer{.time_major = time_major_, .activation = cell.activation};
    ASSIGN_OR_RETURN(ValueId y, p_.Add(layer, std::move(in), origin_));
    return Replace(y, cell.h);
  }

 private:
  ValueId Constant(Tensor t, std::string_view name) { return p_.Constant(std::move(t), StrCat(origin_, "/", name)); }
  ValueId Ints(std::vector<int64_t> v, std::string_view name) { return Constant(Tensor::Vector(v), name); }
  // What the state begins with. Zeros of an unknown batch are made of the sequence: a runtime wants to know the size of
  // a state before it runs, which the shape that Keras computes does not tell it.
  Result<ValueId> Start(int k, std::string_view name) {
    if (!ir::IsZeros(g_, loop_.operand(k))) return loop_.operand(k);
    if (loop_.batch != kUnknown) return Constant(Tensor(DType::kF32, {loop_.batch, loop_.units}), name);
    if (zeros_ != ValueId::kNone) return zeros_;
    const int time = time_major_ ? 0 : 1;
    ops::StridedSlice first{.begin_mask = 7, .end_mask = 1 << (1 - time), .shrink_axis_mask = 1 << time};
    std::vector<int64_t> end = {1, 1, 1};
    ASSIGN_OR_RETURN(
        ValueId column,
        p_.Add(first, {x_, Ints({0, 0, 0}, "first/begin"), Ints(end, "first/end"), Ints(end, "first/step")},
               StrCat(origin_, "/first")));
    ASSIGN_OR_RETURN(ValueId rows, p_.Add(ops::Binary{.kind = BinaryKind::kMul},
                                          {column, Constant(Tensor(DType::kF32, {1, loop_.units}), "row")},
                                          StrCat(origin_, "/states")));
    ASSIGN_OR_RETURN(zeros_, p_.Add(ops::ZerosLike{}, {rows}, StrCat(origin_, "/", name)));
    return zeros_;
  }

  Status Replace(ValueId y, int h) {
    std::vector<int64_t> begin = {0, loop_.time - 1, 0}, size = {loop_.batch, 1, loop_.units};
    if (time_major_) std::swap(begin[0], begin[1]), std::swap(size[0], size[1]);
    ValueId last = ValueId::kNone, list = ValueId::kNone;
    ValueId final_state = loop_.result(h), outputs = loop_.result(loop_.list());
    if (loop_.only_last() || g_.NumUses(final_state) > 0) {
      ASSIGN_OR_RETURN(last, p_.Add(ops::Slice{}, {y, Ints(begin, "last/begin"), Ints(size, "last/size")},
                                    StrCat(origin_, "/last")));
    }
    if (loop_.only_last()) {
      ASSIGN_OR_RETURN(list, p_.Add(ops::Reshape{}, {last, Ints({1, loop_.batch, loop_.units}, "last/shape")},
                                    StrCat(origin_, "/outputs")));
    } else if (time_major_) {
      list = y;
    } else {
      ASSIGN_OR_RETURN(list, p_.Add(ops::Transpose{}, {y, Ints({1, 0, 2}, "perm")}, StrCat(origin_, "/outputs")));
    }
    p_.Replace(outputs, list);
    if (g_.NumUses(final_state) > 0) {
      ASSIGN_OR_RETURN(ValueId state, p_.Add(ops::Reshape{}, {last, Ints({loop_.batch, loop_.units}, "state/shape")},
                                             StrCat(origin_, "/state")));
      p_.Replace(final_state, state);
    }
    for (int k : loop_.Invariants()) p_.Replace(loop_.result(k), loop_.operand(k));
    RETURN_IF_ERROR(p_.Apply(g_));
    ir::Patch::RemoveStateful(g_, id_);
    return OkStatus();
  }

  Graph& g_;
  NodeId id_;
  const LoopMatch& loop_;
  std::string origin_;
  ir::Patch p_;
  bool time_major_ = true;
  ValueId x_ = ValueId::kNone, zeros_ = ValueId::kNone;
};

Result<bool> Fuse(Graph& g, NodeId id, LoopMatch& loop) {
  if (!loop.Match()) return false;
  if (std::optional<LstmCell> cell = MatchLstm(loop)) {
    RETURN_IF_ERROR(Fusion(g, id, loop).Lstm(*cell));
    return true;
  }
  if (std::optional<RnnCell> cell = MatchRnn(loop)) {
    RETURN_IF_ERROR(Fusion(g, id, loop).Rnn(*cell));
    return true;
  }
  return false;
}

}  // namespace

Result<int> FuseRecurrent(ir::Module& m, std::vector<ir::Declined>* declined) {
  int fired = 0;
  for (auto& g : m.graphs)
    for (NodeId id : g->Order()) {
      const Node n = g->node(id);  // a copy: the graph's moves when nodes are added
      const auto* op = n.op.As<ops::While>();
      if (!op) continue;
      LoopMatch loop(m, *g, n, *op);
      Result<bool> done = Fuse(*g, id, loop);
      if (!done.ok()) return std::move(done).status().At("fuse_recurrent");
      fired += *done;
      std::string why = *done ? "" : loop.WhyNot();
      if (!why.empty()) declined->push_back({"fuse_recurrent", n.origin, why});
    }
  return fired;
}

}  // namespace slipway::converter
