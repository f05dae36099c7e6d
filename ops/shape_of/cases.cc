#include "ops/cases.h"
#include "ops/shape_of/shape_of.h"

namespace slipway::ops {

std::vector<Case> Cases(const ShapeOf*) {
  return {

      {.name = "shape_of_matrix",
       .op = ShapeOf{},
       .inputs = {Rand({2, 3})},
       .expected = {Tensor::Of<int32_t>({2}, {2, 3})}},
      {.name = "shape_of_int64",
       .op = ShapeOf{.out_type = DType::kI64},
       .inputs = {Rand({1, 0, 5, 2})},
       .expected = {Tensor::Of<int64_t>({4}, {1, 0, 5, 2})}},
      {.name = "shape_of_scalar", .op = ShapeOf{}, .inputs = {Rand({})}, .expected = {Tensor(DType::kI32, {0})}},
      {.name = "shape_of_strings",
       .op = ShapeOf{},
       .inputs = {Given(Tensor::Of<std::string>({3}, {"a", "b", "c"}))},
       .expected = {Tensor::Of<int32_t>({1}, {3})}},
      {.name = "shape_of_c1",
       .op = ShapeOf{.out_type = DType::kF32},
       .inputs = {Rand({2})},
       .error = "expected i32 or i64"},

  };
}

}  // namespace slipway::ops
