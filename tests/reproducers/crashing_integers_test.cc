// Arithmetic on packed 4-bit integers ended the process, and so did bitwise functions of codes with a scale, and
// integers whose result alone has a scale.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "interpreter/interpreter.h"
#include "interpreter/run_op.h"
#include "ops/binary/binary.h"
#include "ops/mat_mul/mat_mul.h"
#include "ops/unary/unary.h"

namespace slipway {
namespace {

Result<std::vector<Tensor>> RunOne(const ops::Op& op, std::vector<Tensor> operands,
                                   std::vector<TensorType> types = {}) {
  ThreadPool pool(1);
  interpreter::RunOpOptions options;
  options.out_types = types;
  return interpreter::RunOp(op, operands, interpreter::KernelSetsOf(interpreter::Backend::kAuto), pool, options);
}

TEST(CrashingIntegers, PackedOnesAreRefused) {
  Tensor packed(DType::kI4, {3});
  auto y = RunOne(ops::Unary{.kind = ops::UnaryKind::kRelu}, {packed});
  ASSERT_FALSE(y.ok());
  EXPECT_THAT(y.status().message(), testing::HasSubstr("x is i4"));
  y = RunOne(ops::Binary{.kind = ops::BinaryKind::kMaximum}, {packed, packed});
  ASSERT_FALSE(y.ok());
  EXPECT_THAT(y.status().message(), testing::HasSubstr("Maximum does not take i4"));
}

// LiteRT's numbers.
TEST(CrashingIntegers, BitsAreThoseOfTheCodes) {
  Tensor a = Tensor::Of<int8_t>({4}, {1, -20, 30, 7}), b = Tensor::Of<int8_t>({4}, {3, 5, -128, 7});
  TensorType type(DType::kI8, {4}, {{0.05f}, {-3}, 0});
  a.mutable_type() = type;
  b.mutable_type() = type;
  auto y = RunOne(ops::Binary{.kind = ops::BinaryKind::kBitwiseXor}, {a, b}, {type});
  ASSERT_TRUE(y.ok()) << y.status().message();
  EXPECT_EQ(y->at(0).AsInts(), (std::vector<int64_t>{2, -23, -98, 0}));
}

TEST(CrashingIntegers, ScalesOfTheResultAlone) {
  TensorType scaled(DType::kI32, {1, 1}, {{0.001f}, {0}, 0});
  auto y = RunOne(ops::MatMul{.result = DType::kI32},
                  {Tensor::Of<int8_t>({1, 2}, {127, -128}), Tensor::Of<int8_t>({2, 1}, {3, 4})}, {scaled});
  ASSERT_TRUE(y.ok()) << y.status().message();
  EXPECT_EQ(y->at(0).AsInts(), std::vector<int64_t>{127 * 3 - 128 * 4});
  y = RunOne(ops::MatMul{}, {Tensor::Of<int16_t>({1, 1}, {7}), Tensor::Of<int16_t>({1, 1}, {9})},
             {TensorType(DType::kI16, {1, 1}, {{0.5f}, {0}, 0})});
  EXPECT_TRUE(y.ok()) << y.status().message();
}

}  // namespace
}  // namespace slipway
