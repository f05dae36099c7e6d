#include "ops/cases.h"
#include "ops/scaled_dot_product_attention/scaled_dot_product_attention.h"

namespace slipway::ops {

std::vector<Case> Cases(const ScaledDotProductAttention*) {
  using Attention = ScaledDotProductAttention;
  std::vector<Case> cases = {
      {.name = "scaled_dot_product_attention_values",
       .op = Attention{},
       .inputs = {Given(Tensor::Of<float>({1, 1, 2, 2}, {1, -0.5f, 0.25f, 2})),
                  Given(Tensor::Of<float>({1, 3, 1, 2}, {0.5f, 1, -1, 0.75f, 2, 0})),
                  Given(Tensor::Of<float>({1, 3, 1, 2}, {1, 2, 3, 4, 5, 6})),
                  Given(Tensor::Of<float>({1, 1, 1, 3}, {0, -1, 0.5f}))},
       // LiteRT
       .expected = {Tensor::Of<float>({1, 1, 2, 2}, {4.4598637f, 5.4598637f, 2.4450417f, 3.4450417f})}}};
  auto add = [&](const char* name, Attention op, Shape q, Shape k, Shape mask) {
    cases.push_back({.name = StrCat("scaled_dot_product_attention_", name),
                     .op = op,
                     .inputs = {Rand(q, -2, 2), Rand(k, -2, 2), Rand(k, -2, 2), Rand(mask, -2, 2)}});
  };
  add("one_group", {}, {1, 3, 4, 8}, {1, 5, 1, 8}, {1, 1, 3, 5});
  add("one_step_two_groups", {}, {1, 1, 4, 19}, {1, 33, 2, 19}, {1, 1, 1, 33});
  add("as_many_groups", {}, {1, 1, 4, 8}, {1, 5, 4, 8}, {1, 1, 1, 5});
  add("scale", {.scale = 0.3f}, {1, 3, 4, 8}, {1, 5, 1, 8}, {1, 1, 3, 5});
  add("steps_two_groups", {}, {1, 3, 4, 8}, {1, 5, 2, 8}, {1, 1, 3, 5});
  add("batch", {}, {2, 3, 4, 5}, {2, 7, 2, 5}, {2, 1, 3, 7});
  add("mask_of_heads", {}, {2, 3, 4, 5}, {2, 7, 1, 5}, {1, 4, 3, 1});
  add("no_steps", {}, {1, 0, 2, 4}, {1, 3, 1, 4}, {1, 1, 1, 3});
  add("no_places", {}, {1, 2, 2, 4}, {1, 0, 1, 4}, {1, 1, 1, 1});
  auto refuse = [&](const char* name, size_t i, Shape shape, const char* error, DType dtype = DType::kF32) {
    std::vector<CaseInput> in = {Rand({1, 3, 4, 8}), Rand({1, 5, 2, 8}), Rand({1, 5, 2, 8}), Rand({1, 1, 3, 5})};
    in[i] = Rand(std::move(shape), -1, 1, dtype);
    cases.push_back({.name = StrCat("scaled_dot_product_attention_", name),
                     .op = Attention{},
                     .inputs = std::move(in),
                     .error = error});
  };
  refuse("c1", 1, {5, 2, 8}, "operand 1 is f32[5,2,8], expected one float type and rank 4");
  refuse("c1_dtype", 3, {1, 1, 3, 5}, "operand 3 is f64", DType::kF64);
  refuse("c2", 2, {1, 5, 1, 8}, "k has shape [1,5,2,8] and v [1,5,1,8]");
  refuse("c2_depth", 0, {1, 3, 4, 9}, "does not fit q of shape [1,3,4,9]");
  refuse("c2_heads", 0, {1, 3, 3, 8}, "does not fit q of shape [1,3,3,8]");
  refuse("c3", 3, {1, 1, 3, 4}, "does not broadcast to [1,4,3,5]");
  return cases;
}

}  // namespace slipway::ops
