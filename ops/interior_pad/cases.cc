#include "ops/cases.h"
#include "ops/interior_pad/interior_pad.h"

namespace slipway::ops {

std::vector<Case> Cases(const InteriorPad*) {
  using Op = InteriorPad;
  CaseInput x = Given(Tensor::Of<int32_t>({2, 3}, {1, 2, 3, 4, 5, 6}));
  CaseInput nine = Given(Tensor::Scalar<int32_t>(9));
  return {
      // TFLite's STABLEHLO_PAD.
      {.name = "interior_pad_all_three",
       .op = Op{.low = {1, 0}, .high = {0, 2}, .interior = {1, 1}},
       .inputs = {x, nine},
       .expected = {Tensor::Of<int32_t>(
           {4, 7}, {9, 9, 9, 9, 9, 9, 9, 1, 9, 2, 9, 3, 9, 9, 9, 9, 9, 9, 9, 9, 9, 4, 9, 5, 9, 6, 9, 9})}},
      {.name = "interior_pad_negative",
       .op = Op{.low = {0, -1}, .high = {-1, -1}, .interior = {0, 2}},
       .inputs = {x, nine},
       .expected = {Tensor::Of<int32_t>({1, 5}, {9, 9, 2, 9, 9})}},
      {.name = "interior_pad_negative_beyond_first",
       .op = Op{.low = {-1, -2}, .high = {3, 1}, .interior = {0, 0}},
       .inputs = {Rand({2, 3}), Rand({})}},
      {.name = "interior_pad_nothing_left",
       .op = Op{.low = {-2, 0}, .high = {-2, 0}, .interior = {0, 0}},
       .inputs = {Rand({3, 2}), Rand({1})}},
      {.name = "interior_pad_of_nothing",
       .op = Op{.low = {2}, .high = {1}, .interior = {3}},
       .inputs = {Rand({0}), Given(Tensor::Scalar(0.5f))},
       .expected = {Tensor::Of<float>({3}, {0.5f, 0.5f, 0.5f})}},
      {.name = "interior_pad_rank_5",
       .op = Op{.low = {0, 1, 0, -1, 2}, .high = {1, 0, 0, 0, 0}, .interior = {0, 0, 2, 1, 0}},
       .inputs = {Rand({2, 1, 3, 4, 2}), Rand({})}},
      {.name = "interior_pad_int8",
       .op = Op{.low = {1}, .high = {1}, .interior = {0}},
       .inputs = {RandQuant({4}, 0.5f, 3), RandQuant({}, 0.5f, 3)},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "interior_pad_bool",
       .op = Op{.low = {1}, .high = {1}, .interior = {1}},
       .inputs = {Rand({4}, 0, 1, DType::kBool), Rand({}, 0, 1, DType::kBool)}},
      {.name = "interior_pad_c1",
       .op = Op{.low = {1}, .high = {0, 0}, .interior = {0, 0}},
       .inputs = {Rand({2, 2}), Rand({})},
       .error = "low has 1 entries, expected 2"},
      {.name = "interior_pad_c1_negative",
       .op = Op{.low = {0}, .high = {0}, .interior = {-1}},
       .inputs = {Rand({2}), Rand({})},
       .error = "the interior padding is -1"},
      {.name = "interior_pad_c2", .op = Op{}, .inputs = {Rand({2}), nine}, .error = "value is i32, x is f32"},
  };
}

}  // namespace slipway::ops
