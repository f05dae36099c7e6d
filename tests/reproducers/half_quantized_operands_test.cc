// A comparison of codes that have a scale with bytes that have none went through the float kernel, which read the bytes
// as floats.
#include <gtest/gtest.h>

#include "interpreter/float_fallback.h"
#include "interpreter/node_context.h"
#include "ops/compare/compare.h"

namespace slipway {
namespace {

TEST(HalfQuantizedOperands, DoNotGoThroughFloats) {
  interpreter::NodeContext c;
  c.inputs = {TensorType(DType::kU8, {1}, {{0.5f}, {3}, 0}), TensorType(DType::kU8, {7, 3})};
  c.constants = {nullptr, nullptr};
  const ops::Compare op{.kind = ops::CompareKind::kGreaterEqual};
  ASSERT_TRUE(c.InferOutputs(op, {}).ok());
  Result<interpreter::Kernel> kernel = interpreter::FloatFallbackKernels().prepare(op, c);
  ASSERT_TRUE(kernel.ok()) << kernel.status().message();
  EXPECT_EQ(kernel->eval, nullptr);
  // With scales on both sides it may.
  c.inputs[1].quant = {{0.25f}, {1}, 0};
  kernel = interpreter::FloatFallbackKernels().prepare(op, c);
  ASSERT_TRUE(kernel.ok()) << kernel.status().message();
  EXPECT_NE(kernel->eval, nullptr);
}

}  // namespace
}  // namespace slipway
