#include <complex>

#include "ops/cases.h"
#include "ops/complex_part/complex_part.h"

namespace slipway::ops {

std::vector<Case> Cases(const ComplexPart*) {
  using C64 = std::complex<float>;
  constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  CaseInput x = Given(Tensor::Of<C64>({4}, {{3, -4}, {0, 0}, {-1.5f, 2}, {nan, inf}}));
  using enum ComplexPartKind;
  // tf.math.real, imag, abs
  return {
      {.name = "complex_part_real",
       .op = ComplexPart{},
       .inputs = {x},
       .expected = {Tensor::Of<float>({4}, {3, 0, -1.5f, nan})}},
      {.name = "complex_part_imag",
       .op = ComplexPart{kImag},
       .inputs = {x},
       .expected = {Tensor::Of<float>({4}, {-4, 0, 2, inf})}},
      {.name = "complex_part_abs",
       .op = ComplexPart{kAbs},
       .inputs = {Given(Tensor::Of<C64>({3}, {{3, -4}, {0, 0}, {-1.5f, 2}}))},
       .expected = {Tensor::Of<float>({3}, {5, 0, 2.5f})}},
      {.name = "complex_part_abs_rank_8",
       .op = ComplexPart{kAbs},
       .inputs = {Rand({1, 2, 1, 3, 1, 2, 5, 1}, -2, 2, DType::kC64)}},
      {.name = "complex_part_scalar", .op = ComplexPart{kImag}, .inputs = {Rand({}, -2, 2, DType::kC64)}},
      {.name = "complex_part_empty", .op = ComplexPart{kAbs}, .inputs = {Rand({0, 3}, -2, 2, DType::kC64)}},
      {.name = "complex_part_c128",
       .op = ComplexPart{kReal},
       .inputs = {Given(Tensor::Of<std::complex<double>>({2}, {{1.5, 2}, {3, 4}}))},
       .expected = {Tensor::Of<double>({2}, {1.5, 3})}},
      {.name = "complex_part_c1", .op = ComplexPart{}, .inputs = {Rand({2})}, .error = "x is f32"},
  };
}

}  // namespace slipway::ops
