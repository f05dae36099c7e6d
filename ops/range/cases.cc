#include "ops/cases.h"
#include "ops/range/range.h"

namespace slipway::ops {

namespace {

template <class T>
CaseInput Of(T value) {
  return Const(Tensor::Scalar<T>(value));
}

}  // namespace

std::vector<Case> Cases(const Range*) {
  return {

      // tf.range
      {.name = "range_int",
       .op = Range{},
       .inputs = {Of<int32_t>(3), Of<int32_t>(18), Of<int32_t>(4)},
       .expected = {Tensor::Of<int32_t>({4}, {3, 7, 11, 15})}},
      {.name = "range_down",
       .op = Range{},
       .inputs = {Of<float>(1), Of<float>(0), Of<float>(-0.3f)},
       .expected = {Tensor::Of<float>({4}, {1, 0.7f, 0.39999998f, 0.099999964f})},
       .gradient = false},
      {.name = "range_float",
       .op = Range{},
       .inputs = {Of<float>(0), Of<float>(1), Of<float>(0.1f)},
       .expected = {Tensor::Of<float>({10}, {0, 0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f, 0.7f, 0.8f, 0.90000004f})},
       .gradient = false},
      {.name = "range_computed",
       .op = Range{},
       .inputs = {Given(Tensor::Scalar<int64_t>(5)), Given(Tensor::Scalar<int64_t>(-5)),
                  Given(Tensor::Scalar<int64_t>(-4))},
       .expected = {Tensor::Of<int64_t>({3}, {5, 1, -3})}},
      {.name = "range_empty",
       .op = Range{},
       .inputs = {Of<int32_t>(3), Of<int32_t>(3), Of<int32_t>(1)},
       .expected = {Tensor(DType::kI32, {0})}},
      {.name = "range_c1",
       .op = Range{},
       .inputs = {Of<int32_t>(3), Of<float>(3), Of<int32_t>(1)},
       .error = "operand 1 is f32"},
      {.name = "range_c2_zero",
       .op = Range{},
       .inputs = {Of<int32_t>(1), Of<int32_t>(3), Of<int32_t>(0)},
       .error = "does not lead"},
      {.name = "range_c2_away",
       .op = Range{},
       .inputs = {Of<int32_t>(3), Of<int32_t>(1), Of<int32_t>(1)},
       .error = "does not lead"},
      {.name = "range_c3",
       .op = Range{},
       .inputs = {Of<int64_t>(0), Of<int64_t>(INT64_MAX), Of<int64_t>(1)},
       .error = "would have"},

  };
}

}  // namespace slipway::ops
