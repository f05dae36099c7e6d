#include "train/nn/functional.h"

#include <map>

#include "ops/arg_max/arg_max.h"
#include "ops/binary/binary.h"
#include "ops/cast/cast.h"
#include "ops/compare/compare.h"
#include "ops/concat/concat.h"
#include "ops/leaky_relu/leaky_relu.h"
#include "ops/log_softmax/log_softmax.h"
#include "ops/mat_mul/mat_mul.h"
#include "ops/reduce/reduce.h"
#include "ops/reshape/reshape.h"
#include "ops/select/select.h"
#include "ops/softmax/softmax.h"
#include "ops/unary/unary.h"

namespace slipway::train::nn {

namespace {

using ops::BinaryKind;
using ops::CompareKind;
using ops::ReduceKind;
using ops::UnaryKind;

Value OfUnary(UnaryKind kind, const Value& x) { return Apply(ops::Unary{kind}, {x}); }
Value OfBinary(BinaryKind kind, const Value& a, const Value& b) { return Apply(ops::Binary{.kind = kind}, {a, b}); }
Value OfCompare(CompareKind kind, const Value& a, const Value& b) { return Apply(ops::Compare{kind}, {a, b}); }

Value OfReduce(ReduceKind kind, const Value& x, std::vector<int64_t> axes, bool keep_dims) {
  if (!x.ok()) return x;
  if (axes.empty()) {
    if (!x.shape().has_rank()) return UsageError("a reduction over all axes needs a known rank, x is ", x.type());
    for (int i = 0; i < x.shape().rank(); ++i) axes.push_back(i);
  }
  return Apply(ops::Reduce{.kind = kind, .keep_dims = keep_dims}, {x, IntVector(axes)});
}

using Activation = Value (*)(const Value&);

template <UnaryKind kind>
Value UnaryActivation(const Value& x) {
  return OfUnary(kind, x);
}

const std::map<std::string, Activation, std::less<>>& Activations() {
  static const std::map<std::string, Activation, std::less<>> all = {
      {"elu", UnaryActivation<UnaryKind::kElu>},
      {"exponential", UnaryActivation<UnaryKind::kExp>},
      {"gelu", UnaryActivation<UnaryKind::kGelu>},
      {"hard_sigmoid",
       [](const Value& x) {
         return Div(OfUnary(UnaryKind::kRelu6, Add(x, Scalar(3, x.dtype()))), Scalar(6, x.dtype()));
       }},
      {"hard_silu", UnaryActivation<UnaryKind::kHardSwish>},
      {"hard_swish", UnaryActivation<UnaryKind::kHardSwish>},
      {"leaky_relu", [](const Value& x) { return Apply(ops::LeakyRelu{.alpha = 0.2f}, {x}); }},
      {"linear", [](const Value& x) { return x; }},
      {"log_softmax", [](const Value& x) { return Apply(ops::LogSoftmax{}, {x}); }},
      {"mish", [](const Value& x) { return Mul(x, Tanh(OfUnary(UnaryKind::kSoftplus, x))); }},
      {"relu", Relu},
      {"relu6", UnaryActivation<UnaryKind::kRelu6>},
      {"selu", UnaryActivation<UnaryKind::kSelu>},
      {"sigmoid", Sigmoid},
      {"silu", UnaryActivation<UnaryKind::kSwish>},
      {"softmax", Softmax},
      {"softplus", UnaryActivation<UnaryKind::kSoftplus>},
      {"softsign", UnaryActivation<UnaryKind::kSoftsign>},
      {"swish", UnaryActivation<UnaryKind::kSwish>},
      {"tanh", Tanh},
      {"tanh_shrink", [](const Value& x) { return Sub(x, Tanh(x)); }},
  };
  return all;
}

}  // namespace

Value Scalar(double value, DType dtype) {
  Tensor t(dtype, Shape{});
  bool known = VisitFixedDType(dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_arithmetic_v<T>)
      t.as<T>()[0] = static_cast<T>(value);
    else
      t.as<T>()[0] = T(static_cast<float>(value));
  });
  if (!known) return BadInput("a ", dtype, " holds no number");
  return t;
}

Value IntVector(std::span<const int64_t> values) { return Tensor::Vector(values); }
Value IntVector(std::initializer_list<int64_t> values) {
  return IntVector(std::span<const int64_t>(values.begin(), values.size()));
}

Value Add(const Value& a, const Value& b) { return OfBinary(BinaryKind::kAdd, a, b); }
Value Sub(const Value& a, const Value& b) { return OfBinary(BinaryKind::kSub, a, b); }
Value Mul(const Value& a, const Value& b) { return OfBinary(BinaryKind::kMul, a, b); }
Value Div(const Value& a, const Value& b) { return OfBinary(BinaryKind::kDiv, a, b); }
Value Maximum(const Value& a, const Value& b) { return OfBinary(BinaryKind::kMaximum, a, b); }
Value Minimum(const Value& a, const Value& b) { return OfBinary(BinaryKind::kMinimum, a, b); }
Value Pow(const Value& a, const Value& b) { return OfBinary(BinaryKind::kPow, a, b); }
Value FloorMod(const Value& a, const Value& b) { return OfBinary(BinaryKind::kFloorMod, a, b); }
Value Neg(const Value& x) { return OfUnary(UnaryKind::kNeg, x); }
Value Abs(const Value& x) { return OfUnary(UnaryKind::kAbs, x); }
Value Square(const Value& x) { return OfUnary(UnaryKind::kSquare, x); }
Value Sqrt(const Value& x) { return OfUnary(UnaryKind::kSqrt, x); }
Value Exp(const Value& x) { return OfUnary(UnaryKind::kExp, x); }
Value Log(const Value& x) { return OfUnary(UnaryKind::kLog, x); }
Value Sign(const Value& x) { return OfUnary(UnaryKind::kSign, x); }
Value Relu(const Value& x) { return OfUnary(UnaryKind::kRelu, x); }
Value Tanh(const Value& x) { return OfUnary(UnaryKind::kTanh, x); }
Value Sigmoid(const Value& x) { return OfUnary(UnaryKind::kSigmoid, x).WithLogits(x); }
Value Softmax(const Value& x) { return Apply(ops::Softmax{}, {x}).WithLogits(x); }

Value Equal(const Value& a, const Value& b) { return OfCompare(CompareKind::kEqual, a, b); }
Value Greater(const Value& a, const Value& b) { return OfCompare(CompareKind::kGreater, a, b); }
Value LessEqual(const Value& a, const Value& b) { return OfCompare(CompareKind::kLessEqual, a, b); }
Value Where(const Value& condition, const Value& a, const Value& b) { return Apply(ops::Select{}, {condition, a, b}); }

Value Sum(const Value& x, std::vector<int64_t> axes, bool keep_dims) {
  return OfReduce(ReduceKind::kSum, x, std::move(axes), keep_dims);
}
Value Mean(const Value& x, std::vector<int64_t> axes, bool keep_dims) {
  return OfReduce(ReduceKind::kMean, x, std::move(axes), keep_dims);
}
Value Max(const Value& x, std::vector<int64_t> axes, bool keep_dims) {
  return OfReduce(ReduceKind::kMax, x, std::move(axes), keep_dims);
}
Value ArgMax(const Value& x, int64_t axis) {
  return Apply(ops::ArgMax{.output_type = DType::kI64}, {x, Scalar(static_cast<double>(axis), DType::kI32)});
}

Value Cast(const Value& x, DType to) { return x.ok() && x.dtype() == to ? x : Apply(ops::Cast{to}, {x}); }
Value Reshape(const Value& x, std::span<const int64_t> shape) { return Apply(ops::Reshape{}, {x, IntVector(shape)}); }
Value Reshape(const Value& x, std::initializer_list<int64_t> shape) {
  return Reshape(x, std::span<const int64_t>(shape.begin(), shape.size()));
}
Value Concat(std::vector<Value> values, int axis) { return Apply(ops::Concat{.axis = axis}, std::move(values)); }
Value MatMul(const Value& a, const Value& b, bool transpose_a, bool transpose_b) {
  return Apply(ops::MatMul{.transpose_a = transpose_a, .transpose_b = transpose_b}, {a, b});
}

Value Activate(std::string_view activation, const Value& x) {
  if (!x.ok()) return x;
  auto found = Activations().find(activation);
  if (found != Activations().end()) return found->second(x);
  std::string near = NearestWord(activation, ActivationNames());
  return UsageError("there is no activation '", activation, "'",
                    near.empty() ? StrCat("; the activations are ", StrJoin(ActivationNames(), ", "))
                                 : StrCat("; did you mean '", near, "'?"));
}

std::vector<std::string> ActivationNames() {
  std::vector<std::string> names;
  for (const auto& [name, f] : Activations()) names.push_back(name);
  return names;
}

}  // namespace slipway::train::nn
