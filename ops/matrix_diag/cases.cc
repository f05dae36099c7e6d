#include "ops/cases.h"
#include "ops/matrix_diag/matrix_diag.h"

namespace slipway::ops {

std::vector<Case> Cases(const MatrixDiag*) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  return {
      // tf.linalg.diag
      {.name = "matrix_diag_two",
       .op = MatrixDiag{},
       .inputs = {Given(Tensor::Of<float>({2, 2}, {1, 2, 3, 4}))},
       .expected = {Tensor::Of<float>({2, 2, 2}, {1, 0, 0, 2, 3, 0, 0, 4})}},
      {.name = "matrix_diag_nan",
       .op = MatrixDiag{},
       .inputs = {Given(Tensor::Of<float>({2}, {nan, 2}))},
       .expected = {Tensor::Of<float>({2, 2}, {nan, 0, 0, 2})}},
      {.name = "matrix_diag_one", .op = MatrixDiag{}, .inputs = {Rand({3, 1})}},
      {.name = "matrix_diag_rank_7", .op = MatrixDiag{}, .inputs = {Rand({1, 2, 1, 2, 1, 2, 3})}},
      {.name = "matrix_diag_i8", .op = MatrixDiag{}, .inputs = {Rand({2, 5}, -9, 9, DType::kI8)}},
      {.name = "matrix_diag_u8", .op = MatrixDiag{}, .inputs = {Rand({2, 5}, 0, 200, DType::kU8)}},
      {.name = "matrix_diag_i16", .op = MatrixDiag{}, .inputs = {Rand({5}, -900, 900, DType::kI16)}},
      {.name = "matrix_diag_i32", .op = MatrixDiag{}, .inputs = {Rand({5}, -9, 9, DType::kI32)}},
      {.name = "matrix_diag_i64", .op = MatrixDiag{}, .inputs = {Rand({3, 2}, -9, 9, DType::kI64)}},
      {.name = "matrix_diag_bool", .op = MatrixDiag{}, .inputs = {Rand({3}, 0, 1, DType::kBool)}},
      {.name = "matrix_diag_no_elements", .op = MatrixDiag{}, .inputs = {Rand({2, 0})}},
      {.name = "matrix_diag_no_vectors", .op = MatrixDiag{}, .inputs = {Rand({0, 3})}},
      {.name = "matrix_diag_c1", .op = MatrixDiag{}, .inputs = {Rand({})}, .error = "at least one axis"},
      {.name = "matrix_diag_c1_rank", .op = MatrixDiag{}, .inputs = {Rand({1, 1, 1, 1, 1, 1, 1, 1})}, .error = "rank"},
  };
}

}  // namespace slipway::ops
