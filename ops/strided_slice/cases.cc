#include "ops/cases.h"
#include "ops/strided_slice/strided_slice.h"

namespace slipway::ops {

namespace {

CaseInput Ramp() {
  return Given(Tensor::Of<float>(
      {2, 3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}));
}

}  // namespace

std::vector<Case> Cases(const StridedSlice*) {
  return {

      // x[0, ::-1, 1::2] of TensorFlow
      {.name = "strided_slice_index_reverse_step",
       .op = StridedSlice{.begin_mask = 2, .end_mask = 6, .shrink_axis_mask = 1},
       .inputs = {Ramp(), ConstInts({0, 0, 1}), ConstInts({1, 0, 0}), ConstInts({1, -1, 2})},
       .expected = {Tensor::Of<float>({3, 2}, {9, 11, 5, 7, 1, 3})}},
      // x[..., tf.newaxis, -1]
      {.name = "strided_slice_ellipsis_new_axis",
       .op = StridedSlice{.ellipsis_mask = 1, .new_axis_mask = 2, .shrink_axis_mask = 4},
       .inputs = {Ramp(), ConstInts({0, 0, -1}), ConstInts({0, 0, 0}), ConstInts({1, 1, 1})},
       .expected = {Tensor::Of<float>({2, 3, 1}, {3, 7, 11, 15, 19, 23})}},
      // x[:, 5:1:-1, -100:100:3]
      {.name = "strided_slice_clamped",
       .op = StridedSlice{.begin_mask = 1, .end_mask = 1},
       .inputs = {Ramp(), ConstInts({0, 5, -100}), ConstInts({0, 1, 100}), ConstInts({1, -1, 3})},
       .expected = {Tensor::Of<float>({2, 1, 2}, {8, 11, 20, 23})}},
      // new axis wins over shrink; begin_mask does not touch an index
      {.name = "strided_slice_new_axis_wins",
       .op = StridedSlice{.new_axis_mask = 1, .shrink_axis_mask = 1},
       .inputs = {Ramp(), ConstInts({0, 1}), ConstInts({1, 2}), ConstInts({1, 1})},
       .expected = {Tensor::Of<float>({1, 1, 3, 4}, {12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23})}},
      {.name = "strided_slice_index_ignores_begin_mask",
       .op = StridedSlice{.begin_mask = 7, .shrink_axis_mask = 3},
       .inputs = {Ramp(), ConstInts({1, 2, 3}), ConstInts({2, 3, 4}), ConstInts({1, 1, 1})},
       .expected = {Tensor::Of<float>({4}, {20, 21, 22, 23})}},
      {.name = "strided_slice_offset",
       .op = StridedSlice{.offset = true},
       .inputs = {Given(Tensor::Of<float>({5}, {0, 1, 2, 3, 4})), ConstInts({1}), ConstInts({2}), ConstInts({1})},
       .expected = {Tensor::Of<float>({2}, {1, 2})}},
      {.name = "strided_slice_int64",
       .op = StridedSlice{},
       .inputs = {Rand({9, 5}), ConstInts({1, 0}, DType::kI64), ConstInts({8, -1}, DType::kI64),
                  ConstInts({3, 2}, DType::kI64)}},
      {.name = "strided_slice_rank_5",
       .op = StridedSlice{.end_mask = 31},
       .inputs = {Rand({2, 3, 4, 3, 5}), ConstInts({1, 0, 1, 0, 1}), ConstInts({0, 0, 0, 0, 0}),
                  ConstInts({1, 2, 1, 1, 3})}},
      {.name = "strided_slice_int8",
       .op = StridedSlice{},
       .inputs = {RandQuant({6, 7}, 0.5f, 3), ConstInts({0, 1}), ConstInts({6, 7}), ConstInts({2, 3})},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "strided_slice_shape_vector",
       .op = StridedSlice{.shrink_axis_mask = 1},
       .inputs = {Given(Tensor::Of<int32_t>({4}, {7, 8, 9, 10})), ConstInts({0}), ConstInts({1}), ConstInts({1})},
       .expected = {Tensor::Scalar<int32_t>(7)}},
      {.name = "strided_slice_nothing",
       .op = StridedSlice{},
       .inputs = {Rand({4}), ConstInts({3}), ConstInts({1}), ConstInts({1})}},
      {.name = "strided_slice_c1",
       .op = StridedSlice{},
       .inputs = {Rand({4}), ConstInts({3}), ConstInts({1, 2}), ConstInts({1})},
       .error = "end has 2 elements"},
      {.name = "strided_slice_c2",
       .op = StridedSlice{.ellipsis_mask = 3},
       .inputs = {Rand({4, 4}), ConstInts({0, 0}), ConstInts({1, 1}), ConstInts({1, 1})},
       .error = "more than one ellipsis"},
      {.name = "strided_slice_c3",
       .op = StridedSlice{},
       .inputs = {Rand({4}), ConstInts({0, 0}), ConstInts({1, 1}), ConstInts({1, 1})},
       .error = "names 2 axes"},
      {.name = "strided_slice_c4_zero",
       .op = StridedSlice{},
       .inputs = {Rand({4}), ConstInts({0}), ConstInts({1}), ConstInts({0})},
       .error = "is 0"},
      {.name = "strided_slice_c4_index",
       .op = StridedSlice{.shrink_axis_mask = 1},
       .inputs = {Rand({4}), ConstInts({1}), ConstInts({0}), ConstInts({-1})},
       .error = "expected 1"},
      {.name = "strided_slice_c5",
       .op = StridedSlice{.shrink_axis_mask = 1},
       .inputs = {Rand({2}), ConstInts({2}), ConstInts({3}), ConstInts({1})},
       .error = "outside of dimension 2"},

  };
}

}  // namespace slipway::ops
