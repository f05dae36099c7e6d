#include <complex>

#include "ops/cases.h"
#include "ops/make_complex/make_complex.h"

namespace slipway::ops {

std::vector<Case> Cases(const MakeComplex*) {
  using C64 = std::complex<float>;
  return {
      // tf.complex
      {.name = "make_complex_scalar_part",
       .op = MakeComplex{},
       .inputs = {Given(Tensor::Of<float>({3}, {1, 2, 3})), Given(Tensor::Scalar(-0.5f))},
       .expected = {Tensor::Of<C64>({3}, {{1, -0.5f}, {2, -0.5f}, {3, -0.5f}})}},
      {.name = "make_complex_broadcast", .op = MakeComplex{}, .inputs = {Rand({3, 1, 5}), Rand({4, 1})}},
      {.name = "make_complex_empty", .op = MakeComplex{}, .inputs = {Rand({0, 2}), Rand({1, 2})}},
      {.name = "make_complex_f64",
       .op = MakeComplex{},
       .inputs = {Given(Tensor::Of<double>({1}, {1.5})), Given(Tensor::Of<double>({1}, {2}))},
       .expected = {Tensor::Of<std::complex<double>>({1}, {{1.5, 2}})}},
      {.name = "make_complex_c1",
       .op = MakeComplex{},
       .inputs = {Rand({2}), ConstInts({1, 2})},
       .error = "f32 and i32"},
      {.name = "make_complex_c2", .op = MakeComplex{}, .inputs = {Rand({2}), Rand({3})}, .error = "do not broadcast"},
  };
}

}  // namespace slipway::ops
