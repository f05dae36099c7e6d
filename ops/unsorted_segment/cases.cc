#include "ops/cases.h"
#include "ops/unsorted_segment/unsorted_segment.h"

namespace slipway::ops {

std::vector<Case> Cases(const UnsortedSegment*) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN(), most = std::numeric_limits<float>::max();
  constexpr int32_t high = std::numeric_limits<int32_t>::max(), low = std::numeric_limits<int32_t>::min();
  UnsortedSegment sum{}, prod{SegmentFold::kProd}, max{SegmentFold::kMax}, min{SegmentFold::kMin};
  CaseInput x = Given(Tensor::Of<float>({4, 2}, {1, 2, 3, -4, 5, 6, 7, 8}));
  CaseInput ints = Given(Tensor::Of<int32_t>({4, 2}, {1, 2, 3, -4, 5, 6, 7, 8}));
  CaseInput ids = Given(Tensor::Of<int32_t>({4}, {2, 0, 2, -1}));
  CaseInput some_nan = Given(Tensor::Of<float>({4}, {1, nan, nan, 2}));
  auto n = [](int32_t segments) { return Const(Tensor::Scalar<int32_t>(segments)); };
  auto numbers = [&](const char* name, UnsortedSegment op, DType t) {
    return Case{.name = name,
                .op = op,
                .inputs = {Rand({6, 3}, 1, 9, t), ConstInts({4, 0, 0, 4, 2, 0}), n(5)},
                .gradient = false};
  };
  return {
      // tf.math.unsorted_segment_sum, _prod, _max, _min
      {.name = "unsorted_segment_sum",
       .op = sum,
       .inputs = {x, ids, n(4)},
       .expected = {Tensor::Of<float>({4, 2}, {3, -4, 0, 0, 6, 8, 0, 0})}},
      {.name = "unsorted_segment_prod",
       .op = prod,
       .inputs = {x, ids, n(4)},
       .expected = {Tensor::Of<float>({4, 2}, {3, -4, 1, 1, 5, 12, 1, 1})},
       .gradient = false},
      {.name = "unsorted_segment_max",
       .op = max,
       .inputs = {x, ids, n(4)},
       .expected = {Tensor::Of<float>({4, 2}, {3, -4, -most, -most, 5, 6, -most, -most})},
       .gradient = false},
      {.name = "unsorted_segment_min",
       .op = min,
       .inputs = {x, ids, n(4)},
       .expected = {Tensor::Of<float>({4, 2}, {3, -4, most, most, 1, 2, most, most})},
       .gradient = false},
      {.name = "unsorted_segment_sum_i32",
       .op = sum,
       .inputs = {ints, ids, n(4)},
       .expected = {Tensor::Of<int32_t>({4, 2}, {3, -4, 0, 0, 6, 8, 0, 0})}},
      {.name = "unsorted_segment_prod_i32",
       .op = prod,
       .inputs = {ints, ids, n(4)},
       .expected = {Tensor::Of<int32_t>({4, 2}, {3, -4, 1, 1, 5, 12, 1, 1})}},
      {.name = "unsorted_segment_max_i32",
       .op = max,
       .inputs = {ints, ids, n(4)},
       .expected = {Tensor::Of<int32_t>({4, 2}, {3, -4, low, low, 5, 6, low, low})}},
      {.name = "unsorted_segment_min_i32",
       .op = min,
       .inputs = {ints, ids, n(4)},
       .expected = {Tensor::Of<int32_t>({4, 2}, {3, -4, high, high, 1, 2, high, high})}},
      {.name = "unsorted_segment_sum_nan",
       .op = sum,
       .inputs = {some_nan, ConstInts({0, 0, 1, 1}), n(2)},
       .expected = {Tensor::Of<float>({2}, {nan, nan})},
       .gradient = false},
      {.name = "unsorted_segment_max_nan",
       .op = max,
       .inputs = {some_nan, ConstInts({0, 0, 1, 1}), n(2)},
       .expected = {Tensor::Of<float>({2}, {nan, 2})},
       .gradient = false},
      {.name = "unsorted_segment_min_nan",
       .op = min,
       .inputs = {some_nan, ConstInts({0, 0, 1, 1}), n(2)},
       .expected = {Tensor::Of<float>({2}, {nan, 2})},
       .gradient = false},
      {.name = "unsorted_segment_ids_of_rank_2",
       .op = sum,
       .inputs = {Given(Tensor::Of<float>({2, 2}, {1, 2, 3, -4})), Const(Tensor::Of<int32_t>({2, 2}, {0, 1, 1, 0})),
                  n(2)},
       .expected = {Tensor::Of<float>({2}, {-3, 5})}},
      {.name = "unsorted_segment_max_f16",
       .op = max,
       .inputs = {Rand({2}, 1, 9, DType::kF16), ConstInts({0, 0}), n(2)},
       .gradient = false},
      numbers("unsorted_segment_min_bf16", min, DType::kBF16),
      {.name = "unsorted_segment_max_f64",
       .op = max,
       .inputs = {Rand({6, 3}, 1, 9, DType::kF64), ConstInts({1, 0, 0, 1, 2, 0}), n(3)},
       .gradient = false},
      numbers("unsorted_segment_min_u8", min, DType::kU8),
      numbers("unsorted_segment_prod_i8", prod, DType::kI8),
      numbers("unsorted_segment_max_i64", max, DType::kI64),
      numbers("unsorted_segment_min_u64", min, DType::kU64),
      numbers("unsorted_segment_sum_i16", sum, DType::kI16),
      {.name = "unsorted_segment_computed_number",
       .op = sum,
       .inputs = {x, ids, Given(Tensor::Scalar<int32_t>(3))},
       .expected = {Tensor::Of<float>({3, 2}, {3, -4, 0, 0, 6, 8})}},
      {.name = "unsorted_segment_i64",
       .op = sum,
       .inputs = {x, ConstInts({1, 0, 1, -1}, DType::kI64), Const(Tensor::Scalar<int64_t>(2))}},
      {.name = "unsorted_segment_none", .op = sum, .inputs = {Rand({0, 2}), Given(Tensor(DType::kI32, {0})), n(0)}},
      {.name = "unsorted_segment_no_rows",
       .op = max,
       .inputs = {Rand({0, 2}), Given(Tensor(DType::kI32, {0})), n(2)},
       .gradient = false},
      {.name = "unsorted_segment_c1",
       .op = sum,
       .inputs = {Rand({4}, 0, 1, DType::kBool), ids, n(3)},
       .error = "numbers"},
      {.name = "unsorted_segment_c2", .op = sum, .inputs = {Rand({3}), ids, n(3)}, .error = "do not divide x"},
      {.name = "unsorted_segment_c2_type",
       .op = sum,
       .inputs = {Rand({2}), Rand({2}), n(3)},
       .error = "expected integers"},
      {.name = "unsorted_segment_c3", .op = sum, .inputs = {x, ids, n(-1)}, .error = "number of segments is -1"},
      {.name = "unsorted_segment_c3_type", .op = sum, .inputs = {x, ids, Rand({})}, .error = "expected one integer"},
      {.name = "unsorted_segment_c4", .op = sum, .inputs = {x, ids, n(2)}, .run_error = "ids[0] = 2 is not below 2"},
  };
}

}  // namespace slipway::ops
