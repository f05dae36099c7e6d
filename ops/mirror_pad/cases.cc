#include "ops/cases.h"
#include "ops/mirror_pad/mirror_pad.h"

namespace slipway::ops {

namespace {

CaseInput Paddings(Shape shape, std::initializer_list<int32_t> values) {
  return Const(Tensor::Of<int32_t>(shape, values));
}

}  // namespace

std::vector<Case> Cases(const MirrorPad*) {
  return {

      // tf.pad
      {.name = "mirror_pad_reflect",
       .op = MirrorPad{},
       .inputs = {Given(Tensor::Of<float>({2, 3}, {1, 2, 3, 4, 5, 6})), Paddings({2, 2}, {1, 1, 2, 1})},
       .expected = {Tensor::Of<float>({4, 6},
                                      {6, 5, 4, 5, 6, 5, 3, 2, 1, 2, 3, 2, 6, 5, 4, 5, 6, 5, 3, 2, 1, 2, 3, 2})}},
      {.name = "mirror_pad_symmetric",
       .op = MirrorPad{.reflect = false},
       .inputs = {Given(Tensor::Of<float>({2, 3}, {1, 2, 3, 4, 5, 6})), Paddings({2, 2}, {1, 1, 2, 1})},
       .expected = {Tensor::Of<float>({4, 6},
                                      {2, 1, 1, 2, 3, 3, 2, 1, 1, 2, 3, 3, 5, 4, 4, 5, 6, 6, 5, 4, 4, 5, 6, 6})}},
      {.name = "mirror_pad_image",
       .op = MirrorPad{},
       .inputs = {Rand({2, 5, 4, 3}), Paddings({4, 2}, {0, 0, 3, 2, 1, 1, 0, 0})}},
      {.name = "mirror_pad_int8",
       .op = MirrorPad{},
       .inputs = {RandQuant({3, 4}, 0.5f, 3), Paddings({2, 2}, {2, 0, 0, 3})},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "mirror_pad_int32",
       .op = MirrorPad{.reflect = false},
       .inputs = {Rand({3}, -9, 9, DType::kI32), Paddings({1, 2}, {3, 3})}},
      {.name = "mirror_pad_no_elements",
       .op = MirrorPad{.reflect = false},
       .inputs = {Rand({0, 3}), Paddings({2, 2}, {0, 0, 1, 1})}},
      {.name = "mirror_pad_c1",
       .op = MirrorPad{},
       .inputs = {Rand({2}), Paddings({2, 2}, {0, 0, 0, 0})},
       .error = "expected [rank, 2]"},
      {.name = "mirror_pad_c2_reflect",
       .op = MirrorPad{},
       .inputs = {Rand({2, 3}), Paddings({2, 2}, {0, 2, 0, 0})},
       .error = "at most 1"},
      {.name = "mirror_pad_c2_symmetric",
       .op = MirrorPad{.reflect = false},
       .inputs = {Rand({2}), Paddings({1, 2}, {3, 0})},
       .error = "at most 2"},
      {.name = "mirror_pad_c2_negative",
       .op = MirrorPad{},
       .inputs = {Rand({2}), Paddings({1, 2}, {-1, 0})},
       .error = "none below 0"},

  };
}

}  // namespace slipway::ops
