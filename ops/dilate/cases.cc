#include "ops/cases.h"
#include "ops/dilate/dilate.h"

namespace slipway::ops {

std::vector<Case> Cases(const Dilate*) {
  CaseInput nine = Given(Tensor::Scalar<int32_t>(9));
  return {
      // TFLite's DILATE.
      {.name = "dilate_2_3",
       .op = Dilate{},
       .inputs = {Given(Tensor::Of<int32_t>({2, 3}, {0, 1, 2, 3, 4, 5})), ConstInts({2, 3}), nine},
       .expected = {Tensor::Of<int32_t>({3, 7}, {0, 9, 9, 1, 9, 9, 2, 9, 9, 9, 9, 9, 9, 9, 3, 9, 9, 4, 9, 9, 5})}},
      {.name = "dilate_at_run_time",
       .op = Dilate{},
       .inputs = {Rand({3, 1, 4}), Given(Tensor::Of<int32_t>({3}, {1, 5, 2})), Rand({})}},
      {.name = "dilate_rank_6",
       .op = Dilate{},
       .inputs = {Rand({2, 1, 3, 2, 1, 2}), ConstInts({1, 2, 3, 1, 2, 2}), Rand({1})}},
      {.name = "dilate_nothing", .op = Dilate{}, .inputs = {Rand({0, 3}), ConstInts({2, 2}), Rand({})}},
      {.name = "dilate_f16",
       .op = Dilate{},
       .inputs = {Rand({5}, -1, 1, DType::kF16), ConstInts({2}), Rand({}, -1, 1, DType::kF16)}},
      {.name = "dilate_int8",
       .op = Dilate{},
       .inputs = {RandQuant({4}, 0.5f, 3), ConstInts({2}), RandQuant({}, 0.5f, 3)},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "dilate_c1",
       .op = Dilate{},
       .inputs = {Rand({2}), ConstInts({0}), Rand({})},
       .error = "dilations holds 0"},
      {.name = "dilate_c1_count",
       .op = Dilate{},
       .inputs = {Rand({2}), ConstInts({1, 1}), Rand({})},
       .error = "expected 1"},
      {.name = "dilate_c2",
       .op = Dilate{},
       .inputs = {Rand({2}), ConstInts({1}), nine},
       .error = "value is i32, x is f32"},
  };
}

}  // namespace slipway::ops
