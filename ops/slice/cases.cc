#include "ops/cases.h"
#include "ops/slice/slice.h"

namespace slipway::ops {

std::vector<Case> Cases(const Slice*) {
  return {

      // tf.slice
      {.name = "slice_rest",
       .op = Slice{},
       .inputs = {Given(Tensor::Of<float>({2, 3}, {1, 2, 3, 4, 5, 6})), ConstInts({0, 1}), ConstInts({-1, -1})},
       .expected = {Tensor::Of<float>({2, 2}, {2, 3, 5, 6})}},
      {.name = "slice_box", .op = Slice{}, .inputs = {Rand({4, 5, 6}), ConstInts({1, 0, 2}), ConstInts({2, 5, 3})}},
      {.name = "slice_int64",
       .op = Slice{},
       .inputs = {Rand({7}), ConstInts({3}, DType::kI64), ConstInts({2}, DType::kI64)}},
      {.name = "slice_rank_5",
       .op = Slice{},
       .inputs = {Rand({2, 3, 2, 3, 4}), ConstInts({1, 0, 0, 1, 1}), ConstInts({1, 2, 2, 2, 3})}},
      {.name = "slice_int8",
       .op = Slice{},
       .inputs = {RandQuant({3, 4}, 0.5f, 3), ConstInts({1, 1}), ConstInts({2, 3})},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "slice_strings",
       .op = Slice{},
       .inputs = {Given(Tensor::Of<std::string>({3}, {"a", "bc", ""})), ConstInts({1}), ConstInts({2})},
       .expected = {Tensor::Of<std::string>({2}, {"bc", ""})}},
      {.name = "slice_nothing", .op = Slice{}, .inputs = {Rand({3, 4}), ConstInts({3, 0}), ConstInts({0, 4})}},
      {.name = "slice_c1_type",
       .op = Slice{},
       .inputs = {Rand({2}), ConstRand({1}), ConstInts({1})},
       .error = "expected integers"},
      {.name = "slice_c1_length",
       .op = Slice{},
       .inputs = {Rand({2}), ConstInts({0, 0}), ConstInts({1})},
       .error = "expected 1"},
      {.name = "slice_c2_begin",
       .op = Slice{},
       .inputs = {Rand({2, 3}), ConstInts({-1, 1}), ConstInts({1, 1})},
       .error = "within [0, 2]"},
      {.name = "slice_c2_size",
       .op = Slice{},
       .inputs = {Rand({2, 3}), ConstInts({0, 1}), ConstInts({1, 3})},
       .error = "x has 3"},

  };
}

}  // namespace slipway::ops
