#include "ops/cases.h"
#include "ops/max_unpooling_2d/max_unpooling_2d.h"

namespace slipway::ops {

std::vector<Case> Cases(const MaxUnpooling2D*) {
  using Op = MaxUnpooling2D;
  Op two{.filter_h = 2, .filter_w = 2, .stride_h = 2, .stride_w = 2};
  CaseInput x = Given(Tensor::Of<float>({1, 1, 2, 1}, {7, -2}));
  std::vector<Tensor> back = {Tensor::Of<float>({1, 2, 4, 1}, {0, 0, 0, 0, 7, 0, 0, -2})};
  std::vector<Case> cases = {
      // By hand.
      {.name = "max_unpooling_2d_floats",
       .op = two,
       .inputs = {x, Given(Tensor::Of<float>({1, 1, 2, 1}, {2.1f, 3.1f}))},
       .expected = back},
      {.name = "max_unpooling_2d_i32",
       .op = two,
       .inputs = {x, Given(Tensor::Of<int32_t>({1, 1, 2, 1}, {2, 3}))},
       .expected = back},
      {.name = "max_unpooling_2d_index_out_of_range",
       .op = two,
       .inputs = {x, Given(Tensor::Of<int32_t>({1, 1, 2, 1}, {-1, 1000}))},
       .expected = {Tensor::Of<float>({1, 2, 4, 1}, {0, 0, 0, 0, 0, 0, 0, 0})}},
      {.name = "max_unpooling_2d_meeting",
       .op = Op{.filter_h = 1, .filter_w = 2, .stride_h = 1, .stride_w = 1},
       .inputs = {x, Given(Tensor::Of<int32_t>({1, 1, 2, 1}, {1, 0}))},
       .expected = {Tensor::Of<float>({1, 1, 4, 1}, {0, -2, 0, 0})}},
      {.name = "max_unpooling_2d_overhanging",
       .op = Op{.filter_h = 2, .filter_w = 2, .stride_h = 3, .stride_w = 4, .padding = Padding::kValid},
       .inputs = {Rand({2, 3, 4, 5}), Given(Tensor(DType::kI32, {2, 3, 4, 5}))}},
      {.name = "max_unpooling_2d_no_batch", .op = two, .inputs = {Rand({0, 2, 2, 1}), Rand({0, 2, 2, 1})}},
      {.name = "max_unpooling_2d_c1", .op = two, .inputs = {x, Rand({1, 2, 1, 1})}, .error = "expected [1,1,2,1]"},
      {.name = "max_unpooling_2d_c1_type",
       .op = two,
       .inputs = {x, Given(Tensor(DType::kI64, {1, 1, 2, 1}))},
       .error = "indices are i64"},
      {.name = "max_unpooling_2d_c2", .op = Op{.filter_h = 0}, .inputs = {x, x}, .error = "height is 0"},
  };
  for (Case& c : cases) c.gradient = false;
  return cases;
}

}  // namespace slipway::ops
