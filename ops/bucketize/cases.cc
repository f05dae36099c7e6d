#include "ops/cases.h"
#include "ops/bucketize/bucketize.h"

namespace slipway::ops {

std::vector<Case> Cases(const Bucketize*) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  Bucketize three{{0, 10, 100}};
  return {
      // tf.raw_ops.Bucketize
      {.name = "bucketize_floats",
       .op = three,
       .inputs = {Given(Tensor::Of<float>({8}, {-5, 0, 1, 10, 100, nan, inf, -inf}))},
       .expected = {Tensor::Of<int32_t>({8}, {0, 1, 1, 2, 3, 3, 3, 0})}},
      {.name = "bucketize_i64",
       .op = Bucketize{{0, 10, 16777216}},
       .inputs = {Given(Tensor::Of<int64_t>({5}, {-5, 0, 9, 10, 16777217}))},
       .expected = {Tensor::Of<int32_t>({5}, {0, 1, 1, 2, 3})}},
      {.name = "bucketize_no_boundaries",
       .op = Bucketize{},
       .inputs = {Given(Tensor::Of<float>({2}, {1, 2}))},
       .expected = {Tensor::Of<int32_t>({2}, {0, 0})}},
      {.name = "bucketize_equal_boundaries", .op = Bucketize{{1, 1, 2}}, .inputs = {Rand({3, 4}, 0, 3)}},
      {.name = "bucketize_i32", .op = three, .inputs = {Rand({3, 40}, -50, 150, DType::kI32)}},
      {.name = "bucketize_f64", .op = three, .inputs = {Rand({3, 40}, -50, 150, DType::kF64)}},
      {.name = "bucketize_u8", .op = three, .inputs = {Rand({3, 40}, 0, 150, DType::kU8)}},
      {.name = "bucketize_scalar", .op = three, .inputs = {Rand({}, 0, 20)}},
      {.name = "bucketize_no_elements", .op = three, .inputs = {Rand({0, 2})}},
      {.name = "bucketize_c1", .op = three, .inputs = {Rand({2}, 0, 1, DType::kBool)}, .error = "numbers"},
      {.name = "bucketize_c2", .op = Bucketize{{1, 0}}, .inputs = {Rand({2})}, .error = "boundary 0 comes after 1"},
  };
}

}  // namespace slipway::ops
