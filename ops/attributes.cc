#include "ops/attributes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slipway::ops {

std::span<const char* const> EnumNames(Padding) {
  static constexpr const char* names[] = {"SAME", "VALID"};
  return names;
}

std::span<const char* const> EnumNames(Activation) {
  static constexpr const char* names[] = {"NONE", "RELU", "RELU_N1_TO_1", "RELU6", "TANH", "SIGN_BIT"};
  return names;
}

std::span<const char* const> EnumNames(FilterLayout) {
  static constexpr const char* names[] = {"TF", "TFLITE"};
  return names;
}

int64_t Window::Output() const {
  if (in < 0 || filter < 0) return -1;
  if (padding == Padding::kSame) return (in + stride - 1) / stride;
  return std::max<int64_t>(0, (in - EffectiveFilter() + stride) / stride);
}

bool Window::Fits() const {
  return padding == Padding::kSame || in <= 0 || filter < 0 || EffectiveFilter() - in < 2 * stride;
}

static int64_t TotalPad(const Window& w) {
  if (w.padding == Padding::kValid || w.in < 0) return 0;
  return std::max<int64_t>(0, (w.Output() - 1) * w.stride + w.EffectiveFilter() - w.in);
}

int64_t Window::PadBefore() const { return TotalPad(*this) / 2; }
int64_t Window::PadAfter() const { return TotalPad(*this) - PadBefore(); }

void ActivationRange(Activation a, float* lo, float* hi) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  *lo = a == Activation::kRelu || a == Activation::kRelu6 ? 0.0f : a == Activation::kReluN1To1 ? -1.0f : -inf;
  *hi = a == Activation::kRelu6 ? 6.0f : a == Activation::kReluN1To1 ? 1.0f : inf;
}

CodeRange QuantizedActivationRange(Activation a, DType dtype, const Quantization& q) {
  CodeRange all = dtype == DType::kI16  ? CodeRange{-32768, 32767}
                  : dtype == DType::kU8 ? CodeRange{0, 255}
                                        : CodeRange{-128, 127};
  if (q.empty()) return all;
  auto code = [&](float v) {
    double c = static_cast<double>(q.zero_point[0]) + std::round(v / q.scale[0]);
    return static_cast<int32_t>(std::clamp<double>(c, all.lo, all.hi));
  };
  float lo, hi;
  ActivationRange(a, &lo, &hi);
  return {std::isinf(lo) ? all.lo : code(lo), std::isinf(hi) ? all.hi : code(hi)};
}

Status CheckPositive(int64_t v, const char* what) {
  if (v <= 0 || v > std::numeric_limits<int32_t>::max())
    return BadInput(what, " is ", v, ", expected a positive number");
  return OkStatus();
}

}  // namespace slipway::ops
