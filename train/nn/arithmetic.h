#pragma once
// Arithmetic signs for values (train/nn/functional.h). A number takes the dtype of the value beside it.

#include "train/nn/functional.h"

namespace slipway::train {

inline Value operator+(const Value& a, const Value& b) { return nn::Add(a, b); }
inline Value operator-(const Value& a, const Value& b) { return nn::Sub(a, b); }
inline Value operator*(const Value& a, const Value& b) { return nn::Mul(a, b); }
inline Value operator/(const Value& a, const Value& b) { return nn::Div(a, b); }
inline Value operator-(const Value& a) { return nn::Neg(a); }
inline Value operator+(const Value& a, double b) { return nn::Add(a, nn::Scalar(b, a.dtype())); }
inline Value operator-(const Value& a, double b) { return nn::Sub(a, nn::Scalar(b, a.dtype())); }
inline Value operator*(const Value& a, double b) { return nn::Mul(a, nn::Scalar(b, a.dtype())); }
inline Value operator/(const Value& a, double b) { return nn::Div(a, nn::Scalar(b, a.dtype())); }
inline Value operator+(double a, const Value& b) { return nn::Add(nn::Scalar(a, b.dtype()), b); }
inline Value operator-(double a, const Value& b) { return nn::Sub(nn::Scalar(a, b.dtype()), b); }
inline Value operator*(double a, const Value& b) { return nn::Mul(nn::Scalar(a, b.dtype()), b); }
inline Value operator/(double a, const Value& b) { return nn::Div(nn::Scalar(a, b.dtype()), b); }

}  // namespace slipway::train
