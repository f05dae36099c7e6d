#include "ops/cases.h"
#include "ops/broadcast_args/broadcast_args.h"

namespace slipway::ops {

std::vector<Case> Cases(const BroadcastArgs*) {
  auto ints = [](std::initializer_list<int32_t> v) {
    return Given(Tensor::Of<int32_t>({static_cast<int64_t>(v.size())}, v));
  };
  auto wide = [](std::initializer_list<int64_t> v) {
    return Given(Tensor::Of<int64_t>({static_cast<int64_t>(v.size())}, v));
  };
  return {
      // tf.raw_ops.BroadcastArgs
      {.name = "broadcast_args_both_ways",
       .op = BroadcastArgs{},
       .inputs = {ints({3, 1}), ints({2, 1, 4})},
       .expected = {Tensor::Of<int32_t>({3}, {2, 3, 4})}},
      {.name = "broadcast_args_zero",
       .op = BroadcastArgs{},
       .inputs = {wide({0}), wide({1})},
       .expected = {Tensor::Of<int64_t>({1}, {0})}},
      {.name = "broadcast_args_scalar",
       .op = BroadcastArgs{},
       .inputs = {ints({}), ints({1, 2})},
       .expected = {Tensor::Of<int32_t>({2}, {1, 2})}},
      {.name = "broadcast_args_same",
       .op = BroadcastArgs{},
       .inputs = {wide({5, 6, 7}), wide({5, 6, 7})},
       .expected = {Tensor::Of<int64_t>({3}, {5, 6, 7})}},
      {.name = "broadcast_args_c1", .op = BroadcastArgs{}, .inputs = {ints({1}), wide({1})}, .error = "b is i64"},
      {.name = "broadcast_args_c1_rank",
       .op = BroadcastArgs{},
       .inputs = {ints({1}), Given(Tensor::Scalar<int32_t>(1))},
       .error = "b has"},
      {.name = "broadcast_args_c2",
       .op = BroadcastArgs{},
       .inputs = {ints({3, 2}), ints({2, 4})},
       .run_error = "2 and 4 do not broadcast"},
      {.name = "broadcast_args_c2_negative",
       .op = BroadcastArgs{},
       .inputs = {ints({-3}), ints({1})},
       .run_error = "-3 and 1 do not broadcast"},
  };
}

}  // namespace slipway::ops
