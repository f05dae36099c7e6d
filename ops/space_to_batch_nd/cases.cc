#include "ops/cases.h"
#include "ops/space_to_batch_nd/space_to_batch_nd.h"

namespace slipway::ops {

namespace {

CaseInput Pairs(std::initializer_list<int32_t> values) {
  return Const(Tensor::Of<int32_t>({static_cast<int64_t>(values.size()) / 2, 2}, values));
}

}  // namespace

std::vector<Case> Cases(const SpaceToBatchNd*) {
  return {

      // tf.space_to_batch
      {.name = "space_to_batch_nd_padded",
       .op = SpaceToBatchNd{},
       .inputs = {Given(Tensor::Of<int32_t>({1, 2, 3, 1}, {1, 2, 3, 4, 5, 6})), ConstInts({2, 2}), Pairs({0, 0, 1, 0})},
       .expected = {Tensor::Of<int32_t>({4, 1, 2, 1}, {0, 2, 1, 3, 0, 5, 4, 6})}},
      {.name = "space_to_batch_nd_rank_3",
       .op = SpaceToBatchNd{},
       .inputs = {Given(Tensor::Of<int32_t>({1, 3, 2}, {1, 2, 3, 4, 5, 6})), ConstInts({2}), Pairs({1, 0})},
       .expected = {Tensor::Of<int32_t>({2, 2, 2}, {0, 0, 3, 4, 1, 2, 5, 6})}},
      {.name = "space_to_batch_nd_images",
       .op = SpaceToBatchNd{},
       .inputs = {Rand({2, 5, 4, 3}), ConstInts({3, 2}), Pairs({2, 2, 1, 1})}},
      {.name = "space_to_batch_nd_no_rest",
       .op = SpaceToBatchNd{},
       .inputs = {Rand({2, 6}), ConstInts({3}), Pairs({0, 0})}},
      {.name = "space_to_batch_nd_int8",
       .op = SpaceToBatchNd{},
       .inputs = {RandQuant({1, 4, 4, 2}, 0.5f, 3), ConstInts({2, 2}), Pairs({0, 0, 0, 0})},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "space_to_batch_nd_no_images",
       .op = SpaceToBatchNd{},
       .inputs = {Rand({0, 4, 2}), ConstInts({2}), Pairs({0, 0})}},
      {.name = "space_to_batch_nd_c1_zero",
       .op = SpaceToBatchNd{},
       .inputs = {Rand({1, 3, 2}), ConstInts({0}), Pairs({0, 0})},
       .error = "block"},
      {.name = "space_to_batch_nd_c1_rank",
       .op = SpaceToBatchNd{},
       .inputs = {Rand({3}), ConstInts({1}), Pairs({0, 0})},
       .error = "block has 1"},
      {.name = "space_to_batch_nd_c2_shape",
       .op = SpaceToBatchNd{},
       .inputs = {Rand({1, 3, 2}), ConstInts({1}), Pairs({0, 0, 0, 0})},
       .error = "expected [1,2]"},
      {.name = "space_to_batch_nd_c2_negative",
       .op = SpaceToBatchNd{},
       .inputs = {Rand({1, 3, 2}), ConstInts({1}), Pairs({0, -1})},
       .error = "hold -1"},
      {.name = "space_to_batch_nd_c3",
       .op = SpaceToBatchNd{},
       .inputs = {Rand({1, 3, 2}), ConstInts({2}), Pairs({0, 0})},
       .error = "does not divide"},

  };
}

}  // namespace slipway::ops
