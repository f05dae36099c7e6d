#include "ops/cases.h"
#include "ops/gather_windows/gather_windows.h"

namespace slipway::ops {

std::vector<Case> Cases(const GatherWindows*) {
  GatherWindows boxes{.offset_dims = {2, 3},
                      .collapsed_slice_dims = {0},
                      .start_index_map = {1, 0},
                      .slice_sizes = {1, 2, 2},
                      .index_vector_dim = 2};
  GatherWindows rows{.offset_dims = {0, 1, 2}, .start_index_map = {0}, .slice_sizes = {1, 4, 2}, .index_vector_dim = 1};
  CaseInput x = Given(Tensor::Of<float>(
      {3, 4, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}));
  auto with = [](GatherWindows op, auto change) {
    change(op);
    return op;
  };
  CaseInput pick = Given(Tensor::Of<int64_t>({2}, {1, 2}));
  return {
      // TFLite's STABLEHLO_GATHER.
      {.name = "gather_windows_boxes_moved_inside",
       .op = boxes,
       .inputs = {x, Given(Tensor::Of<int64_t>({2, 3, 2}, {0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 9, -2}))},
       .expected = {Tensor::Of<float>(
           {2, 3, 2, 2}, {0, 1, 2, 3, 2, 3, 4, 5, 12, 13, 14, 15, 8, 9, 10, 11, 10, 11, 12, 13, 4, 5, 6, 7})}},
      {.name = "gather_windows_batch_last",
       .op = rows,
       .inputs = {x, pick},
       .expected = {Tensor::Of<float>({1, 4, 2, 2}, {8, 16, 9, 17, 10, 18, 11, 19, 12, 20, 13, 21, 14, 22, 15, 23})}},
      {.name = "gather_windows_i32_constant",
       .op = with(rows,
                  [](auto& op) {
                    op.offset_dims = {0, 2, 3};
                  }),
       .inputs = {x, ConstInts({1, 2})}},
      {.name = "gather_windows_bool",
       .op =
           GatherWindows{
               .collapsed_slice_dims = {0}, .start_index_map = {0}, .slice_sizes = {1}, .index_vector_dim = 1},
       .inputs = {Rand({6}, 0, 1, DType::kBool), Given(Tensor::Of<int32_t>({3, 1}, {5, 0, 3}))}},
      {.name = "gather_windows_c2_count",
       .op =
           GatherWindows{
               .collapsed_slice_dims = {0}, .start_index_map = {0}, .slice_sizes = {1}, .index_vector_dim = 0},
       .inputs = {x, ConstInts({1})},
       .error = "slice_sizes has 1 entries, expected 3"},
      {.name = "gather_windows_int8",
       .op = rows,
       .inputs = {RandQuant({3, 4, 2}, 0.5f, 3), pick},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "gather_windows_nothing", .op = rows, .inputs = {x, Given(Tensor(DType::kI64, {0}))}},
      {.name = "gather_windows_c1", .op = rows, .inputs = {x, Rand({2})}, .error = "expected integers"},
      {.name = "gather_windows_c2",
       .op = with(rows,
                  [](auto& op) {
                    op.slice_sizes = {1, 5, 2};
                  }),
       .inputs = {x, pick},
       .error = "slices of 5 along an axis of 4"},
      {.name = "gather_windows_c2_axes",
       .op = with(rows,
                  [](auto& op) {
                    op.offset_dims = {0, 2, 2};
                  }),
       .inputs = {x, pick},
       .error = "offset_dims [0,2,2] does not ascend"},
      {.name = "gather_windows_c2_collapsed",
       .op = with(boxes, [](auto& op) { op.collapsed_slice_dims = {1}; }),
       .inputs = {x, Given(Tensor(DType::kI64, {1, 1, 2}))},
       .error = "axis 1 is collapsed, but slices have 2"},
      {.name = "gather_windows_c3",
       .op = with(boxes,
                  [](auto& op) {
                    op.start_index_map = {1, 1};
                  }),
       .inputs = {x, Given(Tensor(DType::kI64, {1, 1, 2}))},
       .error = "does not name different axes"},
      {.name = "gather_windows_c3_length",
       .op = with(boxes, [](auto& op) { op.start_index_map = {1}; }),
       .inputs = {x, Given(Tensor(DType::kI64, {1, 1, 2}))},
       .error = "start_index_map has 1 entries, an index vector 2"},
  };
}

}  // namespace slipway::ops
