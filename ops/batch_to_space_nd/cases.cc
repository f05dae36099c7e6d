#include "ops/cases.h"
#include "ops/batch_to_space_nd/batch_to_space_nd.h"

namespace slipway::ops {

namespace {

CaseInput Pairs(std::initializer_list<int32_t> values) {
  return Const(Tensor::Of<int32_t>({static_cast<int64_t>(values.size()) / 2, 2}, values));
}

}  // namespace

std::vector<Case> Cases(const BatchToSpaceNd*) {
  return {

      // tf.batch_to_space
      {.name = "batch_to_space_nd_cropped",
       .op = BatchToSpaceNd{},
       .inputs = {Given(Tensor::Of<int32_t>({4, 1, 2, 1}, {0, 1, 2, 3, 4, 5, 6, 7})), ConstInts({2, 2}),
                  Pairs({0, 0, 1, 0})},
       .expected = {Tensor::Of<int32_t>({1, 2, 3, 1}, {2, 1, 3, 6, 5, 7})}},
      {.name = "batch_to_space_nd_images",
       .op = BatchToSpaceNd{},
       .inputs = {Rand({12, 3, 3, 3}), ConstInts({3, 2}), Pairs({2, 2, 1, 1})}},
      {.name = "batch_to_space_nd_rank_3",
       .op = BatchToSpaceNd{},
       .inputs = {Rand({4, 3, 2}), ConstInts({2}, DType::kI64), Pairs({1, 2})}},
      {.name = "batch_to_space_nd_int8",
       .op = BatchToSpaceNd{},
       .inputs = {RandQuant({4, 2, 2, 2}, 0.5f, 3), ConstInts({2, 2}), Pairs({0, 0, 0, 0})},
       .out_quant = {Quantization{{0.5f}, {3}, 0}}},
      {.name = "batch_to_space_nd_nothing",
       .op = BatchToSpaceNd{},
       .inputs = {Rand({2, 1, 2}), ConstInts({2}), Pairs({1, 1})}},
      {.name = "batch_to_space_nd_c1",
       .op = BatchToSpaceNd{},
       .inputs = {Rand({1, 3, 2}), ConstInts({-2}), Pairs({0, 0})},
       .error = "block"},
      {.name = "batch_to_space_nd_c2",
       .op = BatchToSpaceNd{},
       .inputs = {Rand({1, 3, 2}), ConstInts({1}), Pairs({0, -1})},
       .error = "hold -1"},
      {.name = "batch_to_space_nd_c3_batch",
       .op = BatchToSpaceNd{},
       .inputs = {Rand({3, 3, 2}), ConstInts({2}), Pairs({0, 0})},
       .error = "do not divide"},
      {.name = "batch_to_space_nd_c3_crops",
       .op = BatchToSpaceNd{},
       .inputs = {Rand({2, 3, 2}), ConstInts({2}), Pairs({4, 3})},
       .error = "take more than 6"},

  };
}

}  // namespace slipway::ops
