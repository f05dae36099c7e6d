#include "interpreter/run_op.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/softmax/softmax.h"

namespace slipway::interpreter {
namespace {

const KernelSet* const kOwn[] = {&OwnKernels()};
const KernelSet* const kReference[] = {&ReferenceKernels()};
const KernelSet* const kBoth[] = {&OwnKernels(), &ReferenceKernels()};

TEST(RunOp, RunsOneOp) {
  ThreadPool pool(2);
  Tensor x = Tensor::Of<float>({2, 2}, {0, 0, 1000, 0});
  for (KernelSets sets : {KernelSets(kOwn), KernelSets(kReference), KernelSets(kBoth)}) {
    Result<std::vector<Tensor>> y = RunOp(ops::Softmax{}, std::span(&x, 1), sets, pool);
    ASSERT_TRUE(y.ok()) << y.status().message();
    EXPECT_THAT(y->at(0).as<float>(), testing::ElementsAre(0.5f, 0.5f, 1, 0));
  }
}

TEST(RunOp, NextSetTakesWhatTheFirstCannot) {
  ThreadPool pool(1);
  Tensor x(DType::kF16, {1, 2});
  Result<std::vector<Tensor>> y = RunOp(ops::Softmax{}, std::span(&x, 1), kBoth, pool);
  ASSERT_TRUE(y.ok()) << y.status().message();
  EXPECT_EQ(y->at(0).AsDoubles(), (std::vector<double>{0.5, 0.5}));
  y = RunOp(ops::Softmax{}, std::span(&x, 1), {}, pool);
  ASSERT_FALSE(y.ok());
  EXPECT_THAT(y.status().message(), testing::HasSubstr("no kernel for operands (f16[1,2])"));
}

TEST(RunOp, InferErrorsAndDeclaredTypes) {
  ThreadPool pool(1);
  Tensor scalar(DType::kF32, {});
  Result<std::vector<Tensor>> y = RunOp(ops::Softmax{}, std::span(&scalar, 1), kOwn, pool);
  ASSERT_FALSE(y.ok());
  EXPECT_THAT(y.status().message(), testing::StartsWith("Softmax: x is a scalar"));

  Tensor x(DType::kF32, {3});
  TensorType half(DType::kF16, {3});
  y = RunOp(ops::Softmax{}, std::span(&x, 1), kOwn, pool, {.out_types = std::span(&half, 1)});
  ASSERT_FALSE(y.ok());
  EXPECT_EQ(y.status().message(), "Softmax: result 0 is declared f16 but is f32");
}

TEST(RunOp, MemoryLimit) {
  ThreadPool pool(1);
  Tensor x(DType::kF32, {3});
  Result<std::vector<Tensor>> y = RunOp(ops::Softmax{}, std::span(&x, 1), kOwn, pool, {.max_bytes = 11});
  ASSERT_FALSE(y.ok());
  EXPECT_EQ(y.status().message(), "Softmax: there is no memory for a result of shape [3]");
}

}  // namespace
}  // namespace slipway::interpreter
