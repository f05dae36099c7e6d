#include "formats/tflite/sparsity.h"

#include <gtest/gtest.h>

namespace slipway::tflite {
namespace {

Result<Tensor> Expand(const Sparsity& s, Shape shape, std::initializer_list<float> stored) {
  std::vector<float> values(stored);
  return ExpandSparse(s, TensorType(DType::kF32, shape), Buffer::Copy(values.data(), values.size() * sizeof(float)));
}

void ExpectDense(const Sparsity& s, Shape shape, std::initializer_list<float> stored,
                 std::initializer_list<float> want) {
  Result<Tensor> got = Expand(s, shape, stored);
  ASSERT_TRUE(got.ok()) << got.status().message();
  EXPECT_TRUE(Identical(*got, Tensor::Of<float>(shape, want)));
}

SparseDimension Dense(int32_t size) { return {false, size, {}, {}}; }
SparseDimension Csr(std::vector<int32_t> segments, std::vector<int32_t> indices) {
  return {true, 0, std::move(segments), std::move(indices)};
}

TEST(Sparsity, RowsAreExpanded) {
  ExpectDense({{0, 1}, {}, {Dense(2), Csr({0, 1, 2}, {2, 0})}}, {2, 3}, {5, 6}, {0, 0, 5, 6, 0, 0});
}

TEST(Sparsity, ColumnsFirst) {
  ExpectDense({{1, 0}, {}, {Dense(3), Csr({0, 1, 1, 3}, {1, 0, 1})}}, {2, 3}, {5, 6, 7}, {0, 0, 6, 5, 0, 7});
}

TEST(Sparsity, BothDimensionsSparse) {
  ExpectDense({{0, 1}, {}, {Csr({0, 1}, {2}), Csr({0, 2}, {0, 1})}}, {3, 2}, {5, 6}, {0, 0, 0, 0, 5, 6});
}

// 2 x 2 blocks of a 4 x 4 matrix, of which two are stored, each row by row.
TEST(Sparsity, Blocks) {
  Sparsity s{{0, 1, 2, 3}, {0, 1}, {Dense(2), Csr({0, 1, 2}, {1, 0}), Dense(2), Dense(2)}};
  ExpectDense(s, {4, 4}, {1, 2, 3, 4, 5, 6, 7, 8}, {0, 0, 1, 2, 0, 0, 3, 4, 5, 6, 0, 0, 7, 8, 0, 0});
}

// Blocks of 1 x 4 along rows only.
TEST(Sparsity, BlocksOfOneDimension) {
  Sparsity s{{0, 1, 2}, {1}, {Dense(2), Csr({0, 1, 1}, {1}), Dense(4)}};
  ExpectDense(s, {2, 8}, {1, 2, 3, 4}, {0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0});
}

TEST(Sparsity, NothingStored) { ExpectDense({{0, 1}, {}, {Dense(1), Csr({0, 0}, {})}}, {1, 2}, {}, {0, 0}); }

TEST(Sparsity, WhatDoesNotFitIsRefused) {
  Sparsity s{{0, 1}, {}, {Dense(2), Csr({0, 1, 2}, {2, 0})}};
  EXPECT_EQ(Expand(s, {2, 3}, {5}).status().message(), "it has 4 bytes for 2 stored elements");
  Sparsity outside{{0, 1}, {}, {Dense(2), Csr({0, 1, 2}, {3, 0})}};
  EXPECT_EQ(Expand(outside, {2, 3}, {5, 6}).status().message(), "sparse dimension 1: index 3 is outside of 0 to 2");
  Sparsity empty{{0, 1}, {}, {Csr({0, 1}, {7}), Csr({0, 1}, {7})}};
  EXPECT_EQ(Expand(empty, {1 << 20, 1 << 20}, {5}).status().kind(), ErrorKind::kUnsupported);
  EXPECT_EQ(ExpandSparse(s, TensorType(DType::kI4, {2, 3}), Buffer::Copy("  ", 2)).status().kind(),
            ErrorKind::kUnsupported);
}

}  // namespace
}  // namespace slipway::tflite
