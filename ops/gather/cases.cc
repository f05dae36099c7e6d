#include "ops/cases.h"
#include "ops/gather/gather.h"

namespace slipway::ops {

namespace {

CaseInput Ramp() {
  return Given(Tensor::Of<float>(
      {2, 3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}));
}

}  // namespace

std::vector<Case> Cases(const Gather*) {
  return {

      // tf.gather
      {.name = "gather_axis_1",
       .op = Gather{.axis = 1},
       .inputs = {Given(Tensor::Of<float>({2, 3}, {1, 2, 3, 4, 5, 6})), ConstInts({2, 0})},
       .expected = {Tensor::Of<float>({2, 2}, {3, 1, 6, 4})}},
      {.name = "gather_scalar_index",
       .op = Gather{},
       .inputs = {Given(Tensor::Of<float>({2, 3}, {1, 2, 3, 4, 5, 6})), Given(Tensor::Scalar<int32_t>(1))},
       .expected = {Tensor::Of<float>({3}, {4, 5, 6})}},
      {.name = "gather_batch",
       .op = Gather{.axis = 1, .batch_dims = 1},
       .inputs = {Ramp(), Given(Tensor::Of<int32_t>({2, 2}, {0, 2, 1, 1}))},
       .expected = {Tensor::Of<float>({2, 2, 4}, {0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 16, 17, 18, 19})}},
      {.name = "gather_batch_outer",
       .op = Gather{.axis = 2, .batch_dims = 1},
       .inputs = {Ramp(), Given(Tensor::Of<int64_t>({2, 2}, {0, 2, 1, 1}))},
       .expected = {Tensor::Of<float>({2, 3, 2}, {0, 2, 4, 6, 8, 10, 13, 13, 17, 17, 21, 21})}},
      {.name = "gather_rows",
       .op = Gather{},
       .inputs = {Rand({5, 7}), Given(Tensor::Of<int32_t>({2, 3}, {4, 0, 4, 1, 2, 3}))}},
      {.name = "gather_negative_axis", .op = Gather{.axis = -2}, .inputs = {Rand({2, 4, 3}), ConstInts({3, 3, 0})}},
      {.name = "gather_int8",
       .op = Gather{},
       .inputs = {RandQuant({3, 4}, 0.5f, 3), ConstInts({2, 0})},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "gather_strings",
       .op = Gather{},
       .inputs = {Given(Tensor::Of<std::string>({2}, {"a", "b"})), ConstInts({1, 1, 0})},
       .expected = {Tensor::Of<std::string>({3}, {"b", "b", "a"})}},
      {.name = "gather_bool", .op = Gather{}, .inputs = {Rand({5}, 0, 1, DType::kBool), ConstInts({4, 1})}},
      {.name = "gather_nothing", .op = Gather{}, .inputs = {Rand({3, 2}), Given(Tensor(DType::kI32, {0}))}},
      {.name = "gather_c4",
       .op = Gather{.axis = 1},
       .inputs = {Rand({2, 5}), Given(Tensor::Of<int32_t>({2, 2}, {0, 4, 7, 1}))},
       .run_error = "7 is not in [0, 5)"},
      {.name = "gather_c4_negative",
       .op = Gather{},
       .inputs = {Rand({2, 5}), Given(Tensor::Of<int64_t>({1}, {-1}))},
       .run_error = "-1 is not in [0, 2)"},
      {.name = "gather_c1", .op = Gather{}, .inputs = {Rand({3}), Rand({2})}, .error = "expected integers"},
      {.name = "gather_c2_axis",
       .op = Gather{.axis = 1},
       .inputs = {Rand({3}), ConstInts({0})},
       .error = "outside of rank 1"},
      {.name = "gather_c2_batch",
       .op = Gather{.batch_dims = 1},
       .inputs = {Rand({3}), ConstInts({0})},
       .error = "batch_dims 1"},
      {.name = "gather_c3",
       .op = Gather{.axis = 1, .batch_dims = 1},
       .inputs = {Rand({3, 2}), ConstInts({0})},
       .error = "dimension 0 of params is 3"},

  };
}

}  // namespace slipway::ops
