#include "ops/cases.h"
#include "ops/expand_dims/expand_dims.h"

namespace slipway::ops {

namespace {

CaseInput Axis(int32_t axis) { return Const(Tensor::Scalar<int32_t>(axis)); }

}  // namespace

std::vector<Case> Cases(const ExpandDims*) {
  return {

      {.name = "expand_dims_last",
       .op = ExpandDims{},
       .inputs = {Given(Tensor::Of<float>({2}, {1, 2})), Axis(-1)},
       .expected = {Tensor::Of<float>({2, 1}, {1, 2})}},
      {.name = "expand_dims_first", .op = ExpandDims{}, .inputs = {Rand({3, 4}), Axis(0)}},
      {.name = "expand_dims_vector_axis", .op = ExpandDims{}, .inputs = {Rand({3, 4}), ConstInts({1}, DType::kI64)}},
      {.name = "expand_dims_scalar", .op = ExpandDims{}, .inputs = {Rand({}), Axis(0)}},
      {.name = "expand_dims_int8",
       .op = ExpandDims{},
       .inputs = {RandQuant({3}, 0.5f, 3), Axis(1)},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "expand_dims_strings",
       .op = ExpandDims{},
       .inputs = {Given(Tensor::Of<std::string>({2}, {"a", "b"})), Axis(0)},
       .expected = {Tensor::Of<std::string>({1, 2}, {"a", "b"})}},
      {.name = "expand_dims_no_elements", .op = ExpandDims{}, .inputs = {Rand({0, 2}), Axis(1)}},
      {.name = "expand_dims_c1",
       .op = ExpandDims{},
       .inputs = {Rand({2}), ConstInts({0, 1})},
       .error = "expected one integer"},
      {.name = "expand_dims_c2", .op = ExpandDims{}, .inputs = {Rand({2, 3}), Axis(3)}, .error = "outside of rank 3"},

  };
}

}  // namespace slipway::ops
