#include "ops/cases.h"
#include "ops/embedding_lookup/embedding_lookup.h"

namespace slipway::ops {

namespace {

CaseInput Table(Tensor codes, Quantization quant) {
  codes.mutable_type().quant = std::move(quant);
  return Const(std::move(codes));
}

}  // namespace

std::vector<Case> Cases(const EmbeddingLookup*) {
  auto ids = [](std::initializer_list<int32_t> v) {
    return Given(Tensor::Of<int32_t>({static_cast<int64_t>(v.size())}, v));
  };
  Tensor codes = Tensor::Of<int8_t>({2, 3}, {1, -2, 100, 3, 4, -5});
  Tensor packed(TensorType(DType::kI4, {2, 3}), Buffer::Copy("\xe1\x37\xbc", 3));  // 1, -2, 7, 3, -4, -5
  return {
      // LiteRT
      {.name = "embedding_lookup_rows",
       .op = EmbeddingLookup{},
       .inputs = {ids({1, 0}), Given(Tensor::Of<float>({2, 3, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}))},
       .expected = {Tensor::Of<float>({2, 3, 2}, {6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5})}},
      {.name = "embedding_lookup_i8_to_f32",
       .op = EmbeddingLookup{.result = LookupResult::kF32},
       .inputs = {ids({1, 0, 1}), Table(codes, {{0.5f}, {0}, 0})},
       .expected = {Tensor::Of<float>({3, 3}, {1.5f, 2, -2.5f, 0.5f, -1, 50, 1.5f, 2, -2.5f})}},
      {.name = "embedding_lookup_scale_per_row",
       .op = EmbeddingLookup{.result = LookupResult::kF32},
       .inputs = {ids({1, 0}), Table(codes, {{0.5f, 0.25f}, {0, 0}, 0})},
       .expected = {Tensor::Of<float>({2, 3}, {0.75f, 1, -1.25f, 0.5f, -1, 50})}},
      {.name = "embedding_lookup_i8_to_f16",
       .op = EmbeddingLookup{.result = LookupResult::kF16},
       .inputs = {ids({1, 0}), Table(codes, {{0.5f, 0.25f}, {0, 0}, 0})},
       .expected = {Tensor::Of<Half>({2, 3}, {Half(0.75f), Half(1), Half(-1.25f), Half(0.5f), Half(-1), Half(50)})}},
      {.name = "embedding_lookup_codes",
       .op = EmbeddingLookup{},
       .inputs = {ids({1, 0}), Table(codes, {{0.5f}, {3}, 0})},
       .expected = {Tensor::Of<int8_t>({2, 3}, {3, 4, -5, 1, -2, 100})},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      // what the codes mean; LiteRT takes u8 for i8 and odd rows of i4 to begin at a byte
      {.name = "embedding_lookup_u8_zero_point",
       .op = EmbeddingLookup{.result = LookupResult::kF32},
       .inputs = {ids({1, 0}), Table(Tensor::Of<uint8_t>({2, 2}, {100, 200, 0, 128}), {{0.5f}, {128}, 0})},
       .expected = {Tensor::Of<float>({2, 2}, {-64, 0, -14, 36})}},
      {.name = "embedding_lookup_i4_odd_row",
       .op = EmbeddingLookup{.result = LookupResult::kF32},
       .inputs = {ids({1, 0}), Table(packed, {{0.5f}, {0}, 0})},
       .expected = {Tensor::Of<float>({2, 3}, {1.5f, -2, -2.5f, 0.5f, -1, 3.5f})}},
      {.name = "embedding_lookup_i4",
       .op = EmbeddingLookup{.result = LookupResult::kF32},
       .inputs = {ids({1, 0}), Table(Tensor(TensorType(DType::kI4, {2, 4}), Buffer::Copy("\xe1\x37\xbc\x90", 4)),
                                     {{0.5f, 2}, {0, 0}, 0})},
       .expected = {Tensor::Of<float>({2, 4}, {-8, -10, 0, -14, 0.5f, -1, 3.5f, 1.5f})}},
      {.name = "embedding_lookup_strings",
       .op = EmbeddingLookup{},
       .inputs = {ids({1}), Given(Tensor::Of<std::string>({2, 1}, {"a", "b"}))},
       .expected = {Tensor::Of<std::string>({1, 1}, {"b"})}},
      {.name = "embedding_lookup_i64",
       .op = EmbeddingLookup{},
       .inputs = {ids({4, 0, 4}), Rand({5, 3}, -9, 9, DType::kI64)}},
      {.name = "embedding_lookup_nothing",
       .op = EmbeddingLookup{},
       .inputs = {Given(Tensor(DType::kI32, {0})), Rand({5, 3})}},
      {.name = "embedding_lookup_c1",
       .op = EmbeddingLookup{},
       .inputs = {Rand({2}), Rand({2, 2})},
       .error = "expected integers"},
      {.name = "embedding_lookup_c2",
       .op = EmbeddingLookup{},
       .inputs = {ids({0}), Rand({2})},
       .error = "rows of numbers"},
      {.name = "embedding_lookup_c3",
       .op = EmbeddingLookup{},
       .inputs = {ids({0, 2}), Rand({2, 2})},
       .run_error = "ids[1] = 2 is not in [0, 2)"},
      {.name = "embedding_lookup_c3_negative",
       .op = EmbeddingLookup{},
       .inputs = {ids({-1}), Rand({2, 2})},
       .run_error = "ids[0] = -1 is not in [0, 2)"},
      {.name = "embedding_lookup_c4",
       .op = EmbeddingLookup{.result = LookupResult::kF32},
       .inputs = {ids({0}), Rand({2, 2}, 0, 5, DType::kI32)},
       .error = "params is i32"},
      {.name = "embedding_lookup_c4_axis",
       .op = EmbeddingLookup{.result = LookupResult::kF32},
       .inputs = {ids({0}), Table(codes, {{1, 1, 1}, {0, 0, 0}, 1})},
       .error = "scales along axis 1"},
      {.name = "embedding_lookup_c4_scales",
       .op = EmbeddingLookup{.result = LookupResult::kF32},
       .inputs = {ids({0}), Table(codes, {{1, 1, 1}, {0, 0, 0}, 0})},
       .error = "3 scales for 2 rows"},
  };
}

}  // namespace slipway::ops
