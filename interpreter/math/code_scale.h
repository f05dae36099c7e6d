#pragma once
// The one scale and zero point of a tensor of 8- or 16-bit codes.

#include <cmath>
#include <limits>
#include <optional>

#include "base/tensor.h"

namespace slipway::interpreter {

struct CodeScale {
  float scale = 1;
  int32_t zero_point = 0;
  friend bool operator==(const CodeScale&, const CodeScale&) = default;
};

inline bool IsCode(DType t) { return t == DType::kI8 || t == DType::kU8 || t == DType::kI16; }

// Nothing unless the type is i8, u8 or i16 with one positive finite scale and a zero point that is a code.
inline std::optional<CodeScale> CodeScaleOf(const TensorType& t) {
  const Quantization& q = t.quant;
  if (!IsCode(t.dtype) || q.scale.size() != 1 || q.zero_point.size() != 1) return std::nullopt;
  int64_t lo = t.dtype == DType::kU8 ? 0 : t.dtype == DType::kI8 ? -128 : -32768;
  int64_t hi = t.dtype == DType::kU8 ? 255 : t.dtype == DType::kI8 ? 127 : 32767;
  if (!(q.scale[0] > 0) || std::isinf(q.scale[0]) || q.zero_point[0] < lo || q.zero_point[0] > hi) return std::nullopt;
  return CodeScale{q.scale[0], static_cast<int32_t>(q.zero_point[0])};
}

// Calls f(T{}) for the code type of a dtype.
template <class F>
auto VisitCode(DType t, F&& f) {
  if (t == DType::kI8) return f(int8_t{});
  if (t == DType::kU8) return f(uint8_t{});
  return f(int16_t{});
}

}  // namespace slipway::interpreter
