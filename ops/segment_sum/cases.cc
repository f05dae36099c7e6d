#include "ops/cases.h"
#include "ops/segment_sum/segment_sum.h"

namespace slipway::ops {

std::vector<Case> Cases(const SegmentSum*) {
  CaseInput x = Given(Tensor::Of<float>({3, 2}, {1, 2, 3, 4, 5, 6}));
  auto ids = [](std::initializer_list<int32_t> v) {
    return Given(Tensor::Of<int32_t>({static_cast<int64_t>(v.size())}, v));
  };
  return {
      // tf.math.segment_sum
      {.name = "segment_sum_gap",
       .op = SegmentSum{},
       .inputs = {x, ConstInts({0, 0, 2})},
       .expected = {Tensor::Of<float>({3, 2}, {4, 6, 0, 0, 5, 6})}},
      {.name = "segment_sum_computed_ids",
       .op = SegmentSum{},
       .inputs = {x, ids({0, 1, 1})},
       .expected = {Tensor::Of<float>({2, 2}, {1, 2, 8, 10})}},
      {.name = "segment_sum_nothing",
       .op = SegmentSum{},
       .inputs = {Rand({0, 2}), Given(Tensor(DType::kI32, {0}))},
       .expected = {Tensor(DType::kF32, {0, 2})}},
      {.name = "segment_sum_vector", .op = SegmentSum{}, .inputs = {Rand({5}), ids({0, 0, 1, 2, 2})}},
      {.name = "segment_sum_rank_4", .op = SegmentSum{}, .inputs = {Rand({4, 2, 1, 3}), ids({0, 1, 1, 2})}},
      {.name = "segment_sum_no_columns", .op = SegmentSum{}, .inputs = {Rand({2, 0}), ConstInts({0, 1})}},
      {.name = "segment_sum_i32",
       .op = SegmentSum{},
       .inputs = {Rand({4, 3}, -99, 99, DType::kI32), ids({0, 0, 1, 1})}},
      {.name = "segment_sum_f64",
       .op = SegmentSum{},
       .inputs = {Rand({4, 3}, -1, 1, DType::kF64), ConstInts({0, 0, 1, 1}, DType::kI64)}},
      {.name = "segment_sum_wraps",
       .op = SegmentSum{},
       .inputs = {Given(Tensor::Of<uint8_t>({2}, {200, 100})), ids({0, 0})},
       .expected = {Tensor::Of<uint8_t>({1}, {44})}},
      {.name = "segment_sum_c1",
       .op = SegmentSum{},
       .inputs = {Rand({}), ConstInts({0})},
       .error = "at least one axis"},
      {.name = "segment_sum_c1_type",
       .op = SegmentSum{},
       .inputs = {Rand({1}, 0, 1, DType::kBool), ConstInts({0})},
       .error = "numbers"},
      {.name = "segment_sum_c2", .op = SegmentSum{}, .inputs = {x, ids({0, 1})}, .error = "2 ids for 3 rows"},
      {.name = "segment_sum_c3",
       .op = SegmentSum{},
       .inputs = {x, ConstInts({0, 2, 1})},
       .error = "ids[2] = 1 comes after 2"},
      {.name = "segment_sum_c3_negative",
       .op = SegmentSum{},
       .inputs = {x, ids({-1, 0, 1})},
       .run_error = "ids[0] = -1 is negative"},
  };
}

}  // namespace slipway::ops
