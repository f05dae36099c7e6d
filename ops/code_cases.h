#pragma once
// Operands and results of cases that are given as quantized codes.

#include "ops/cases.h"

namespace slipway::ops {

inline Tensor CodesOf(Shape shape, DType dtype, std::initializer_list<int32_t> codes) {
  Tensor t(dtype, shape);
  CHECK(static_cast<int64_t>(codes.size()) == shape.Elements());
  VisitFixedDType(dtype, [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_integral_v<T>) {
      auto to = t.as<T>().begin();
      for (int32_t code : codes) *to++ = static_cast<T>(code);
    }
  });
  return t;
}

inline CaseInput Codes(Shape shape, DType dtype, float scale, int64_t zero_point,
                       std::initializer_list<int32_t> codes) {
  Tensor t = CodesOf(shape, dtype, codes);
  t.mutable_type().quant = Quantization{{scale}, {zero_point}, 0};
  return Given(std::move(t));
}

// Codes with one scale per index of `axis`, known only at run time.
inline CaseInput ChannelCodes(Shape shape, DType dtype, std::vector<float> scales, int axis,
                              std::initializer_list<int32_t> codes) {
  Tensor t = CodesOf(shape, dtype, codes);
  std::vector<int64_t> zeros(scales.size(), 0);
  t.mutable_type().quant = Quantization{std::move(scales), std::move(zeros), axis};
  return Given(std::move(t));
}

}  // namespace slipway::ops
