#include "ops/cases.h"
#include "ops/sparse_to_dense/sparse_to_dense.h"

namespace slipway::ops {

std::vector<Case> Cases(const SparseToDense*) {
  CaseInput places = Given(Tensor::Of<int32_t>({2, 2}, {0, 1, 2, 0}));
  auto ints = [](std::initializer_list<int32_t> v) {
    return Given(Tensor::Of<int32_t>({static_cast<int64_t>(v.size())}, v));
  };
  auto one = [](int32_t v) { return Given(Tensor::Scalar<int32_t>(v)); };
  auto numbers = [&](const char* name, DType t) {
    return Case{.name = name,
                .op = SparseToDense{},
                .inputs = {places, ConstInts({3, 2}), Rand({2}, 0, 100, t), Rand({}, 0, 100, t)}};
  };
  return {
      // tf.raw_ops.SparseToDense
      {.name = "sparse_to_dense_matrix",
       .op = SparseToDense{.validate_indices = true},
       .inputs = {places, ConstInts({3, 2}), Given(Tensor::Of<float>({2}, {5, 6})), Given(Tensor::Scalar<float>(9))},
       .expected = {Tensor::Of<float>({3, 2}, {9, 5, 9, 9, 6, 9})}},
      {.name = "sparse_to_dense_one_value",
       .op = SparseToDense{},
       .inputs = {ints({1, 3}), ConstInts({5}), one(7), one(0)},
       .expected = {Tensor::Of<int32_t>({5}, {0, 7, 0, 7, 0})}},
      {.name = "sparse_to_dense_one_place",
       .op = SparseToDense{},
       .inputs = {one(2), ConstInts({5}), one(7), one(0)},
       .expected = {Tensor::Of<int32_t>({5}, {0, 0, 7, 0, 0})}},
      {.name = "sparse_to_dense_last_stays",
       .op = SparseToDense{},
       .inputs = {ints({1, 1}), ConstInts({5}), ints({7, 8}), one(0)},
       .expected = {Tensor::Of<int32_t>({5}, {0, 8, 0, 0, 0})}},
      {.name = "sparse_to_dense_computed_shape",
       .op = SparseToDense{},
       .inputs = {ints({1, 3}), ints({4}), ints({7, 8}), one(-1)},
       .expected = {Tensor::Of<int32_t>({4}, {-1, 7, -1, 8})}},
      {.name = "sparse_to_dense_strings",
       .op = SparseToDense{},
       .inputs = {ints({1}), ConstInts({3}), Given(Tensor::Of<std::string>({1}, {"x"})),
                  Given(Tensor::Scalar<std::string>(""))},
       .expected = {Tensor::Of<std::string>({3}, {"", "x", ""})}},
      numbers("sparse_to_dense_i8", DType::kI8),
      numbers("sparse_to_dense_u8", DType::kU8),
      numbers("sparse_to_dense_i64", DType::kI64),
      numbers("sparse_to_dense_f16", DType::kF16),
      {.name = "sparse_to_dense_i64_indices",
       .op = SparseToDense{},
       .inputs = {Given(Tensor::Of<int64_t>({2, 4}, {0, 1, 0, 1, 1, 0, 2, 0})), ConstInts({2, 2, 3, 2}, DType::kI64),
                  Rand({2}), Rand({})}},
      {.name = "sparse_to_dense_rank_5",
       .op = SparseToDense{},
       .inputs = {Given(Tensor::Of<int32_t>({1, 5}, {0, 1, 0, 1, 1})), ConstInts({1, 2, 1, 2, 2}), Rand({1}),
                  Rand({})}},
      {.name = "sparse_to_dense_nothing",
       .op = SparseToDense{},
       .inputs = {Given(Tensor(DType::kI32, {0, 2})), ConstInts({2, 2}), Rand({0}), Rand({})}},
      {.name = "sparse_to_dense_c1",
       .op = SparseToDense{},
       .inputs = {places, ConstInts({3}), Rand({2}), Rand({})},
       .error = "do not name places in 1 axes"},
      {.name = "sparse_to_dense_c1_negative",
       .op = SparseToDense{},
       .inputs = {places, ConstInts({3, -2}), Rand({2}), Rand({})},
       .error = "holds -2"},
      {.name = "sparse_to_dense_c1_type",
       .op = SparseToDense{},
       .inputs = {Rand({2, 2}), ConstInts({3, 2}), Rand({2}), Rand({})},
       .error = "expected integers"},
      {.name = "sparse_to_dense_c2",
       .op = SparseToDense{},
       .inputs = {places, ConstInts({3, 2}), Rand({3}), Rand({})},
       .error = "values of shape [3] for 2 places"},
      {.name = "sparse_to_dense_c3",
       .op = SparseToDense{},
       .inputs = {places, ConstInts({3, 2}), Rand({2}), one(0)},
       .error = "fill is i32"},
      {.name = "sparse_to_dense_c4",
       .op = SparseToDense{},
       .inputs = {ints({1, 5}), ConstInts({5}), one(7), one(0)},
       .run_error = "indices[1] = [5] is not in [5]"},
  };
}

}  // namespace slipway::ops
