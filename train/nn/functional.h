#pragma once
// Ops as functions of values, for straight-line code in any context (train/apply.h). Axes count from the end when
// negative. Errors travel in the values.

#include <string_view>
#include <vector>

#include "ops/attributes.h"
#include "train/apply.h"

namespace slipway::train::nn {

// A scalar of a float or integer type.
Value Scalar(double value, DType dtype = DType::kF32);
Value IntVector(std::initializer_list<int64_t> values);
Value IntVector(std::span<const int64_t> values);

Value Add(const Value& a, const Value& b);
Value Sub(const Value& a, const Value& b);
Value Mul(const Value& a, const Value& b);
Value Div(const Value& a, const Value& b);
Value Maximum(const Value& a, const Value& b);
Value Minimum(const Value& a, const Value& b);
Value Pow(const Value& a, const Value& b);
Value FloorMod(const Value& a, const Value& b);
Value Neg(const Value& x);
Value Abs(const Value& x);
Value Square(const Value& x);
Value Sqrt(const Value& x);
Value Exp(const Value& x);
Value Log(const Value& x);
Value Sign(const Value& x);
Value Relu(const Value& x);
Value Tanh(const Value& x);
// Remembers x as its logits, for losses.
Value Sigmoid(const Value& x);
// Over the last axis; remembers x as its logits, for losses.
Value Softmax(const Value& x);

// 1 where the relation holds, as bool.
Value Equal(const Value& a, const Value& b);
Value Greater(const Value& a, const Value& b);
Value LessEqual(const Value& a, const Value& b);
Value Where(const Value& condition, const Value& a, const Value& b);

// Over all axes if none is given.
Value Sum(const Value& x, std::vector<int64_t> axes = {}, bool keep_dims = false);
Value Mean(const Value& x, std::vector<int64_t> axes = {}, bool keep_dims = false);
Value Max(const Value& x, std::vector<int64_t> axes, bool keep_dims = false);
// i64 indices of the largest elements.
Value ArgMax(const Value& x, int64_t axis = -1);

Value Cast(const Value& x, DType to);
Value Reshape(const Value& x, std::span<const int64_t> shape);
Value Reshape(const Value& x, std::initializer_list<int64_t> shape);
Value Concat(std::vector<Value> values, int axis);
Value MatMul(const Value& a, const Value& b, bool transpose_a = false, bool transpose_b = false);

// Keras' activations by identifier: "relu", "softmax", "linear", ...; an error names the nearest one.
Value Activate(std::string_view activation, const Value& x);
std::vector<std::string> ActivationNames();

}  // namespace slipway::train::nn
