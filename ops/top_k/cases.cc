#include "ops/cases.h"
#include "ops/top_k/top_k.h"

namespace slipway::ops {

std::vector<Case> Cases(const TopK*) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  auto k = [](int32_t n) { return Const(Tensor::Scalar<int32_t>(n)); };
  auto numbers = [&](const char* name, DType t) {
    return Case{.name = name, .op = TopK{}, .inputs = {Rand({3, 40}, 0, 60, t), k(7)}};
  };
  return {
      // tf.math.top_k
      {.name = "top_k_first_of_ties",
       .op = TopK{},
       .inputs = {Given(Tensor::Of<float>({2, 5}, {1, 3, 3, 2, 3, 0, -0.0f, 0, -1, 5})), k(3)},
       .expected = {Tensor::Of<float>({2, 3}, {3, 3, 3, 5, 0, -0.0f}), Tensor::Of<int32_t>({2, 3}, {1, 2, 4, 4, 0, 1})},
       .gradient = false},
      // LiteRT; TensorFlow's order depends on k
      {.name = "top_k_nan_last",
       .op = TopK{},
       .inputs = {Given(Tensor::Of<float>({2, 4}, {1, nan, 3, nan, 3, 2, nan, 1})), k(3)},
       .expected = {Tensor::Of<float>({2, 3}, {3, 1, nan, 3, 2, 1}), Tensor::Of<int32_t>({2, 3}, {2, 0, 1, 0, 1, 3})},
       .gradient = false},
      {.name = "top_k_none",
       .op = TopK{},
       .inputs = {Given(Tensor::Of<float>({1, 2}, {1, 3})), k(0)},
       .expected = {Tensor(DType::kF32, {1, 0}), Tensor(DType::kI32, {1, 0})},
       .gradient = false},
      {.name = "top_k_one", .op = TopK{}, .inputs = {Rand({5, 100}), k(1)}},
      {.name = "top_k_all", .op = TopK{}, .inputs = {Rand({3, 33}), k(33)}},
      {.name = "top_k_many_rows", .op = TopK{}, .inputs = {Rand({3, 2, 5, 17}), k(4)}},
      {.name = "top_k_vector", .op = TopK{}, .inputs = {Rand({1000}), ConstInts({10})}},
      {.name = "top_k_from_data", .op = TopK{}, .inputs = {Rand({3, 6}), Given(Tensor::Scalar<int32_t>(2))}},
      numbers("top_k_f64", DType::kF64),
      numbers("top_k_f16", DType::kF16),
      numbers("top_k_i8", DType::kI8),
      numbers("top_k_u8", DType::kU8),
      numbers("top_k_i16", DType::kI16),
      numbers("top_k_i32", DType::kI32),
      numbers("top_k_i64", DType::kI64),
      numbers("top_k_u32", DType::kU32),
      {.name = "top_k_i16_indices",
       .op = TopK{.index_type = DType::kI16},
       .inputs = {Rand({3, 40}), Const(Tensor::Scalar<int16_t>(5))}},
      {.name = "top_k_i64_indices",
       .op = TopK{.index_type = DType::kI64},
       .inputs = {Rand({3, 40}), Const(Tensor::Scalar<int64_t>(5))}},
      {.name = "top_k_codes",
       .op = TopK{},
       .inputs = {RandQuant({3, 20}, 0.5f, 3), k(2)},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "top_k_no_rows", .op = TopK{}, .inputs = {Rand({0, 4}), k(2)}},
      {.name = "top_k_c1", .op = TopK{}, .inputs = {Rand({}), k(0)}, .error = "at least one axis"},
      {.name = "top_k_c1_type", .op = TopK{}, .inputs = {Rand({3}, 0, 1, DType::kBool), k(0)}, .error = "numbers"},
      {.name = "top_k_c2", .op = TopK{}, .inputs = {Rand({2}), k(3)}, .error = "k is 3, rows have 2 elements"},
      {.name = "top_k_c2_negative", .op = TopK{}, .inputs = {Rand({2}), k(-1)}, .error = "k is -1"},
      {.name = "top_k_c2_type", .op = TopK{}, .inputs = {Rand({2}), Rand({})}, .error = "expected one integer"},
      {.name = "top_k_c3", .op = TopK{.index_type = DType::kI8}, .inputs = {Rand({2}), k(1)}, .error = "index_type"},
  };
}

}  // namespace slipway::ops
