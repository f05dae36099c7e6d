// A zero point that no code can reach overflowed where codes become real numbers.
#include <gtest/gtest.h>

#include "interpreter/interpreter.h"
#include "interpreter/run_op.h"
#include "ops/dequantize/dequantize.h"
#include "ops/embedding_lookup/embedding_lookup.h"

namespace slipway {
namespace {

constexpr int64_t kZero = std::numeric_limits<int32_t>::min();
constexpr float kReal = 0.5f * 2147483648.0f;

Tensor RunOne(const ops::Op& op, std::vector<Tensor> operands, TensorType type) {
  ThreadPool pool(1);
  interpreter::RunOpOptions options;
  options.out_types = std::span(&type, 1);
  auto y = interpreter::RunOp(op, operands, interpreter::KernelSetsOf(interpreter::Backend::kAuto), pool, options);
  EXPECT_TRUE(y.ok()) << y.status().message();
  return y.ok() ? y->at(0) : Tensor(type);
}

TEST(AbsurdZeroPoints, OfEmbeddings) {
  Tensor table = Tensor::Of<int8_t>({2, 1}, {1, 2}), ids = Tensor::Of<int32_t>({1}, {1});
  table.mutable_type().quant = {{0.5f}, {kZero}, 0};
  EXPECT_EQ(RunOne(ops::EmbeddingLookup{.result = ops::LookupResult::kF32}, {ids, table}, {DType::kF32, {1, 1}})
                .as<float>()[0],
            kReal);
}

TEST(AbsurdZeroPoints, OfPackedIntegers) {
  Tensor x(DType::kI4, {2});
  x.mutable_type().quant = {{0.5f}, {kZero}, 0};
  EXPECT_EQ(RunOne(ops::Dequantize{}, {x}, {DType::kF32, {2}}).as<float>()[0], kReal);
}

}  // namespace
}  // namespace slipway
