#include "ops/code_cases.h"
#include "ops/numeric_verify/numeric_verify.h"

namespace slipway::ops {

std::vector<Case> Cases(const NumericVerify*) {
  using Op = NumericVerify;
  CaseInput codes = Codes({4}, DType::kI8, 0.05f, 3, {5, -2, 11, 127});
  CaseInput reference = Given(Tensor::Of<float>({4}, {0.1f, -0.25f, 0.4f, 1}));
  Tensor halves = Tensor::Of<Half>({2}, {Half(0.1f), Half(0.5f)});
  std::vector<Case> cases = {
      // Values of LiteRT.
      {.name = "numeric_verify_i8",
       .op = Op{},
       .inputs = {codes, reference},
       .expected = {Tensor::Of<float>({4}, {0, 0, 0, 5.20000029f})}},
      {.name = "numeric_verify_u8",
       .op = Op{.tolerance = 0.05, .log_if_failed = true},
       .inputs = {Codes({4}, DType::kU8, 0.05f, 130, {132, 125, 138, 255}), reference},
       .expected = {Tensor::Of<float>({4}, {0, 0, 0, 5.25f})}},
      {.name = "numeric_verify_i16",
       .op = Op{.tolerance = 2001, .log_if_failed = true},
       .inputs = {Codes({4}, DType::kI16, 0.001f, 0, {99, -251, 400, 3000}), reference},
       .expected = {Tensor::Of<float>({4}, {-0.000999994576f, -0.00100001693f, 0, 2.00000024f})}},
      {.name = "numeric_verify_f16",
       .op = Op{},
       .inputs = {Given(halves), Given(Tensor::Of<float>({2}, {0.1f, 0.4f}))},
       .expected = {Tensor::Of<float>({2}, {-2.44155526e-05f, 0.099999994f})}},
      {.name = "numeric_verify_c1", .op = Op{}, .inputs = {ConstInts({1}), Rand({1})}, .error = "x is i32"},
      {.name = "numeric_verify_c1_reference",
       .op = Op{},
       .inputs = {codes, ConstInts({1})},
       .error = "reference is i32"},
      {.name = "numeric_verify_c1_shape", .op = Op{}, .inputs = {codes, Rand({3})}, .error = "expected [4]"},
      {.name = "numeric_verify_c2",
       .op = Op{.tolerance = 5, .log_if_failed = true},
       .inputs = {codes, reference},
       .run_error = "differ from the reference"},
  };
  for (Case& c : cases) c.gradient = false;
  return cases;
}

}  // namespace slipway::ops
