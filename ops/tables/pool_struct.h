#pragma once
// Options of MediaPipe's custom operators: TFLite's structs of the C API as they lie in memory, little-endian i32:
//   pools: padding (1 SAME, 2 VALID), stride_w, stride_h, filter_w, filter_h, activation, four computed numbers
//   transposed convolutions: padding, stride_w, stride_h, in newer files activation and the bias' type

#include <algorithm>
#include <array>
#include <cstring>

#include "ops/attributes.h"
#include "ops/tables/tflite.h"

namespace slipway::ops {

// The first `wanted` numbers; fewer than `needed` are an error, absent ones are 0.
template <size_t wanted>
Result<std::array<int32_t, wanted>> ReadStruct(const TfliteOperator& in, size_t needed) {
  std::array<int32_t, wanted> numbers{};
  size_t bytes = in.custom_options.size();
  if (bytes < needed * sizeof(int32_t))
    return BadInput("options of ", bytes, " bytes, expected ", needed * sizeof(int32_t));
  std::memcpy(numbers.data(), in.custom_options.data(), std::min(bytes, sizeof(numbers)));
  return numbers;
}

inline Result<Padding> PaddingOf(int32_t code) {
  if (code != 1 && code != 2) return BadInput("padding is ", code, ", expected 1 (SAME) or 2 (VALID)");
  return code == 1 ? Padding::kSame : Padding::kValid;
}
inline int32_t PaddingCode(Padding p) { return p == Padding::kSame ? 1 : 2; }

inline Result<Activation> ActivationOf(int32_t code) {
  if (code < 0 || code > static_cast<int32_t>(Activation::kSignBit)) return BadInput("activation is ", code);
  return static_cast<Activation>(code);
}

template <size_t n>
std::string WriteStruct(const std::array<int32_t, n>& numbers) {
  return std::string(reinterpret_cast<const char*>(numbers.data()), sizeof(numbers));
}

template <class Op>
Status ReadPool(const TfliteOperator& in, Op* op) {
  ASSIGN_OR_RETURN(auto numbers, ReadStruct<10>(in, 5));
  ASSIGN_OR_RETURN(op->padding, PaddingOf(numbers[0]));
  op->stride_w = numbers[1];
  op->stride_h = numbers[2];
  op->filter_w = numbers[3];
  op->filter_h = numbers[4];
  if constexpr (requires { op->activation; }) {
    ASSIGN_OR_RETURN(op->activation, ActivationOf(numbers[5]));
  }
  return OkStatus();
}
template <class Op>
std::string WritePool(const Op& op) {
  int32_t activation = 0;
  if constexpr (requires { op.activation; }) activation = static_cast<int32_t>(op.activation);
  return WriteStruct(std::array<int32_t, 10>{PaddingCode(op.padding), op.stride_w, op.stride_h, op.filter_w,
                                             op.filter_h, activation, 0, 0, 0, 0});
}

}  // namespace slipway::ops
