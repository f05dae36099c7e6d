#include "ops/cases.h"
#include "ops/broadcast_to/broadcast_to.h"

namespace slipway::ops {

std::vector<Case> Cases(const BroadcastTo*) {
  return {

      // tf.broadcast_to
      {.name = "broadcast_to_values",
       .op = BroadcastTo{},
       .inputs = {Given(Tensor::Of<float>({2, 1}, {1, 2})), ConstInts({2, 2, 3})},
       .expected = {Tensor::Of<float>({2, 2, 3}, {1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2})}},
      {.name = "broadcast_to_scalar", .op = BroadcastTo{}, .inputs = {Rand({}), ConstInts({3, 5})}},
      {.name = "broadcast_to_inner",
       .op = BroadcastTo{},
       .inputs = {Rand({1, 4, 1, 3}), ConstInts({2, 4, 5, 3}, DType::kI64)}},
      {.name = "broadcast_to_same", .op = BroadcastTo{}, .inputs = {Rand({2, 3}), ConstInts({2, 3})}},
      {.name = "broadcast_to_int32", .op = BroadcastTo{}, .inputs = {Rand({3}, -9, 9, DType::kI32), ConstInts({2, 3})}},
      {.name = "broadcast_to_bool",
       .op = BroadcastTo{},
       .inputs = {Rand({3, 1}, 0, 1, DType::kBool), ConstInts({3, 2})}},
      {.name = "broadcast_to_strings",
       .op = BroadcastTo{},
       .inputs = {Given(Tensor::Of<std::string>({1}, {"a"})), ConstInts({2})},
       .expected = {Tensor::Of<std::string>({2}, {"a", "a"})}},
      {.name = "broadcast_to_nothing", .op = BroadcastTo{}, .inputs = {Rand({1, 3}), ConstInts({0, 3})}},
      {.name = "broadcast_to_c1",
       .op = BroadcastTo{},
       .inputs = {Rand({1}), ConstRand({1})},
       .error = "expected integers"},
      {.name = "broadcast_to_c2",
       .op = BroadcastTo{},
       .inputs = {Rand({2, 3}), ConstInts({3})},
       .error = "shape has 1 elements"},
      {.name = "broadcast_to_c3",
       .op = BroadcastTo{},
       .inputs = {Rand({2, 3}), ConstInts({2, 4})},
       .error = "does not broadcast"},

  };
}

}  // namespace slipway::ops
