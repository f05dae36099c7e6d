#include "ops/code_cases.h"
#include "ops/mat_mul/mat_mul.h"

namespace slipway::ops {

namespace {

// Weights with one scale per column of the product.
std::vector<Case> ColumnCases() {
  std::vector<Case> cases;
  for (DType t : {DType::kI8, DType::kI16, DType::kF32})
    for (bool transposed : {false, true})
      for (bool constant : {true, false}) {
        if (t == DType::kF32 && !constant) continue;
        CaseInput a = t == DType::kF32   ? Rand({5, 40}, -3, 3)
                      : t == DType::kI16 ? RandQuant({5, 40}, 2e-4f, 0, t)
                                         : RandQuant({5, 40}, 0.05f, 3, t);
        CaseInput b = RandQuant(transposed ? Shape{19, 40} : Shape{40, 19}, 0.01f, 0);
        b.lo = -127;
        b.constant = constant;
        for (int i = 1; i < 19; ++i) {
          b.type.quant.scale.push_back(0.01f + 0.002f * static_cast<float>(i % 7));
          b.type.quant.zero_point.push_back(0);
        }
        b.type.quant.axis = transposed ? 0 : 1;
        Case c{.name = StrCat("mat_mul_column_scales_", DTypeName(t), transposed ? "_transposed" : "",
                              constant ? "" : "_at_run_time"),
               .op = MatMul{.transpose_b = transposed},
               .inputs = {a, b},
               .gradient = false};
        if (t == DType::kI8) c.out_quant = {Quantization{{0.25f}, {-5}, 0}};
        if (t == DType::kI16) c.out_quant = {Quantization{{1e-3f}, {0}, 0}};
        cases.push_back(std::move(c));
      }
  return cases;
}

}  // namespace

std::vector<Case> Cases(const MatMul*) {
  // Expected values: tf.matmul.
  std::vector<Case> cases = {
      {.name = "mat_mul_values",
       .op = MatMul{},
       .inputs = {Given(Tensor::Of<float>({2, 3}, {-0.27f, -0.82f, -0.21f, -0.85f, -0.53f, 0.6f})),
                  Given(Tensor::Of<float>({3, 4}, {0.37f, 0.4f, -0.84f, -0.67f, -0.96f, -0.8f, -0.8f, 0.92f, 0.79f,
                                                   -0.59f, -0.49f, 0.92f}))},
       .expected = {Tensor::Of<float>({2, 4},
                                      {0.5214f, 0.6719f, 0.9857f, -0.76669997f, 0.6683f, -0.27f, 0.844f, 0.6339001f})}},
      {.name = "mat_mul_broadcast_transposed",
       .op = MatMul{.transpose_a = true, .transpose_b = true},
       .inputs = {Given(Tensor::Of<float>({2, 1, 2, 3}, {0.14f, -0.26f, -0.07f, -0.46f, 0.17f, 0.45f, 0.03f, 0.64f,
                                                         -0.77f, 0.21f, 0.98f, -0.7f})),
                  Given(Tensor::Of<float>({3, 4, 2}, {-0.01f, 0.26f,  -0.32f, 0.93f,  -0.03f, -0.04f, 0.81f,  -0.97f,
                                                      0.74f,  -0.74f, -0.24f, -0.02f, -0.05f, -0.92f, -0.37f, -0.29f,
                                                      0.91f,  0.83f,  0.17f,  0.87f,  0.73f,  -0.25f, -0.77f, 0.21f}))},
       .expected = {Tensor::Of<float>(
           {2, 3, 3, 4},
           {-0.121f,       -0.4726f,     0.0142f,      0.5596f,       0.0468f,      0.2413f,      0.0009999993f,
            -0.3755f,      0.117699996f, 0.4409f,      -0.015899999f, -0.4932f,     0.444f,       -0.0244f,
            0.4162f,       0.081599995f, -0.3182f,     0.058999993f,  -0.1434f,     0.046899997f, -0.3848f,
            0.0078f,       -0.4105f,     -0.10459999f, -0.25439999f,  -0.37640002f, 0.21720001f,  -0.2044f,
            -0.0955f,      0.103700005f, -0.2323f,     0.23589998f,   0.30979997f,  0.3796f,      -0.1636f,
            0.1484f,       0.054299995f, 0.1857f,      -0.009299999f, -0.1794f,     0.2484f,      0.7066f,
            -0.058399998f, -0.43220004f, -0.17429999f, -0.40460002f,  0.051099997f, 0.055300046f, -0.1332f,
            -0.011399999f, -0.1947f,     -0.072f,      -0.25160003f,  -0.1732f,     -0.9336f,     -0.52099997f,
            -0.05180002f,  0.19879998f,  0.6825f,      0.4879f,       0.20159999f,  0.18779999f,  -0.030599998f,
            0.021f,        1.3958f,      0.96140003f,  0.2222f,       -0.28699997f, -1.2817f,     -0.7399f,
            -0.38709998f,  0.4459f})}},
      {.name = "mat_mul_int32_wraps",
       .op = MatMul{},
       .inputs = {Given(Tensor::Of<int32_t>({2, 3}, {1, -2, 3, 4, 5, -6})),
                  Given(Tensor::Of<int32_t>({3, 2}, {7, 8, -9, 10, 11, 2000000000}))},
       .expected = {Tensor::Of<int32_t>({2, 2}, {58, 1705032692, -83, 884901970})}},
      // As LiteRT: the zero points do not count.
      {.name = "mat_mul_i8_to_i32",
       .op = MatMul{.result = DType::kI32},
       .inputs = {Codes({2, 3}, DType::kI8, 0.05f, 3, {1, -2, 3, 127, -128, 5}),
                  Codes({3, 2}, DType::kI8, 0.02f, -4, {7, -8, 9, 100, -128, 11})},
       .expected = {Tensor::Of<int32_t>({2, 2}, {-395, -175, -903, -13761})}},
      {.name = "mat_mul_i8_to_i32_plain",
       .op = MatMul{.result = DType::kI32},
       .inputs = {Given(Tensor::Of<int8_t>({1, 3}, {127, -128, 5})),
                  Given(Tensor::Of<int8_t>({3, 2}, {7, -8, 9, 100, -128, 11}))},
       .expected = {Tensor::Of<int32_t>({1, 2}, {-903, -13761})}},
      {.name = "mat_mul_large", .op = MatMul{}, .inputs = {Rand({67, 45}), Rand({45, 71})}},
      {.name = "mat_mul_large_transpose_a",
       .op = MatMul{.transpose_a = true},
       .inputs = {Rand({45, 35}), Rand({45, 33})}},
      {.name = "mat_mul_large_transpose_b",
       .op = MatMul{.transpose_b = true},
       .inputs = {Rand({35, 45}), ConstRand({33, 45})}},
      {.name = "mat_mul_deep", .op = MatMul{}, .inputs = {Rand({5, 700}), Rand({700, 19})}},
      {.name = "mat_mul_batch", .op = MatMul{}, .inputs = {Rand({2, 3, 4, 5}), Rand({2, 3, 5, 6})}},
      {.name = "mat_mul_batch_by_matrix", .op = MatMul{}, .inputs = {Rand({3, 4, 5}), Rand({5, 6})}},
      {.name = "mat_mul_no_inner", .op = MatMul{}, .inputs = {Rand({3, 0}), Rand({0, 4})}},
      {.name = "mat_mul_no_rows", .op = MatMul{}, .inputs = {Rand({2, 0, 3}), Rand({2, 3, 4})}},
      {.name = "mat_mul_c1", .op = MatMul{}, .inputs = {Rand({3}), Rand({3, 4})}, .error = "expected rank >= 2"},
      {.name = "mat_mul_c2",
       .op = MatMul{},
       .inputs = {Rand({2, 3}), Rand({3, 4}, -1, 1, DType::kF64)},
       .error = "expected one number type"},
      {.name = "mat_mul_c3",
       .op = MatMul{},
       .inputs = {Rand({2, 3}), Rand({4, 3})},
       .error = "inner dimensions are 3 and 4"},
      {.name = "mat_mul_c4", .op = MatMul{}, .inputs = {Rand({2, 2, 3}), Rand({3, 3, 4})}, .error = "broadcast"},
      {.name = "mat_mul_c6",
       .op = MatMul{.result = DType::kI32},
       .inputs = {Rand({2, 3}), Rand({3, 4})},
       .error = "the result is to be i32"},
#include "ops/mat_mul/code_cases.def"
  };
  for (Case& c : ColumnCases()) cases.push_back(std::move(c));
  return cases;
}

}  // namespace slipway::ops
