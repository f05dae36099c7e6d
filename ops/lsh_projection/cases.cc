#include "ops/cases.h"
#include "ops/lsh_projection/lsh_projection.h"

namespace slipway::ops {

std::vector<Case> Cases(const LshProjection*) {
  LshProjection dense{LshType::kDense}, sparse{LshType::kSparse};
  CaseInput seeds = Given(Tensor::Of<float>({3, 2}, {0.123f, 0.456f, -0.321f, 1.234f, 5.678f, -4.321f}));
  CaseInput x = Given(Tensor::Of<int32_t>({6}, {12345, 54321, 67890, 9876, -12345678, -87654321}));
  CaseInput weights = Given(Tensor::Of<float>({6}, {0.12f, 0.34f, 0.56f, 0.67f, 0.78f, -0.5f}));
  auto items = [](const char* name, LshProjection op, Shape shape, DType t) {
    return Case{.name = name, .op = op, .inputs = {Rand({8, 4}), Rand(shape, 0, 100, t), Rand({shape[0]})}};
  };
  return {
      // LiteRT
      {.name = "lsh_projection_sparse",
       .op = sparse,
       .inputs = {seeds, x},
       .expected = {Tensor::Of<int32_t>({3}, {0, 4, 8})}},
      {.name = "lsh_projection_sparse_weighted",
       .op = sparse,
       .inputs = {seeds, x, weights},
       .expected = {Tensor::Of<int32_t>({3}, {0, 7, 9})}},
      {.name = "lsh_projection_dense",
       .op = dense,
       .inputs = {seeds, x},
       .expected = {Tensor::Of<int32_t>({6}, {0, 0, 0, 0, 0, 0})}},
      // lengths of the hashed keys: 5, 20, 33, 68, 196
      items("lsh_projection_u8", dense, {5, 1}, DType::kU8),
      items("lsh_projection_i16", sparse, {5, 8}, DType::kI16),
      items("lsh_projection_i8", dense, {5, 29}, DType::kI8),
      items("lsh_projection_f32", dense, {5, 16}, DType::kF32),
      items("lsh_projection_i64", dense, {5, 2, 12}, DType::kI64),
      {.name = "lsh_projection_no_items", .op = dense, .inputs = {seeds, Rand({0, 3})}},
      {.name = "lsh_projection_unknown", .op = LshProjection{}, .inputs = {seeds, x}, .error = "type is unknown"},
      {.name = "lsh_projection_c1", .op = dense, .inputs = {Rand({2, 33}), x}, .error = "bits up to 32"},
      {.name = "lsh_projection_c2",
       .op = dense,
       .inputs = {seeds, Given(Tensor::Of<std::string>({1}, {"a"}))},
       .error = "items of whole bytes"},
      {.name = "lsh_projection_c3", .op = dense, .inputs = {seeds, x, Rand({5})}, .error = "one f32 per item"},
  };
}

}  // namespace slipway::ops
