#include "ops/cases.h"
#include "ops/matrix_set_diag/matrix_set_diag.h"

namespace slipway::ops {

std::vector<Case> Cases(const MatrixSetDiag*) {
  CaseInput nines = Given(Tensor::Of<float>({2, 2, 3}, {9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9}));
  auto numbers = [](Shape shape, DType t) { return Rand(shape, 0, 100, t); };
  return {
      // tf.linalg.set_diag
      {.name = "matrix_set_diag_wide",
       .op = MatrixSetDiag{},
       .inputs = {nines, Given(Tensor::Of<float>({2, 2}, {1, 2, 3, 4}))},
       .expected = {Tensor::Of<float>({2, 2, 3}, {1, 9, 9, 9, 2, 9, 3, 9, 9, 9, 4, 9})}},
      {.name = "matrix_set_diag_tall",
       .op = MatrixSetDiag{},
       .inputs = {Given(Tensor::Of<float>({3, 2}, {9, 9, 9, 9, 9, 9})), Given(Tensor::Of<float>({2}, {1, 2}))},
       .expected = {Tensor::Of<float>({3, 2}, {1, 9, 9, 2, 9, 9})}},
      {.name = "matrix_set_diag_rank_8",
       .op = MatrixSetDiag{},
       .inputs = {Rand({1, 2, 1, 2, 1, 2, 3, 3}), Rand({1, 2, 1, 2, 1, 2, 3})}},
      {.name = "matrix_set_diag_i8",
       .op = MatrixSetDiag{},
       .inputs = {numbers({5, 5}, DType::kI8), numbers({5}, DType::kI8)}},
      {.name = "matrix_set_diag_u8",
       .op = MatrixSetDiag{},
       .inputs = {numbers({5, 2}, DType::kU8), numbers({2}, DType::kU8)}},
      {.name = "matrix_set_diag_i16",
       .op = MatrixSetDiag{},
       .inputs = {numbers({2, 4}, DType::kI16), numbers({2}, DType::kI16)}},
      {.name = "matrix_set_diag_i32",
       .op = MatrixSetDiag{},
       .inputs = {numbers({1, 1}, DType::kI32), numbers({1}, DType::kI32)}},
      {.name = "matrix_set_diag_i64",
       .op = MatrixSetDiag{},
       .inputs = {numbers({3, 3, 3}, DType::kI64), numbers({3, 3}, DType::kI64)}},
      {.name = "matrix_set_diag_no_elements", .op = MatrixSetDiag{}, .inputs = {Rand({2, 0, 3}), Rand({2, 0})}},
      {.name = "matrix_set_diag_c1", .op = MatrixSetDiag{}, .inputs = {Rand({2}), Rand({2})}, .error = "two axes"},
      {.name = "matrix_set_diag_c2_type",
       .op = MatrixSetDiag{},
       .inputs = {Rand({2, 2}), ConstInts({1, 2})},
       .error = "diagonal is i32"},
      {.name = "matrix_set_diag_c2_shape",
       .op = MatrixSetDiag{},
       .inputs = {Rand({2, 3}), Rand({3})},
       .error = "wants [2]"},
  };
}

}  // namespace slipway::ops
