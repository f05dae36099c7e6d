// A quantized op whose plain result has a shape that depends on data went through its float kernel, which sized a
// result that was not its own.
#include <gtest/gtest.h>

#include "interpreter/float_fallback.h"
#include "interpreter/node_context.h"
#include "ops/segment_sum/segment_sum.h"

namespace slipway {
namespace {

TEST(OpenResultsThroughFloats, AreNotTaken) {
  interpreter::NodeContext c;
  c.inputs = {TensorType(DType::kI8, {3}, {{0.5f}, {3}, 0}), TensorType(DType::kI32, {3})};
  c.constants = {nullptr, nullptr};
  ASSERT_TRUE(c.InferOutputs(ops::SegmentSum{}, {}).ok());
  Result<interpreter::Kernel> kernel = interpreter::FloatFallbackKernels().prepare(ops::SegmentSum{}, c);
  ASSERT_TRUE(kernel.ok()) << kernel.status().message();
  EXPECT_EQ(kernel->eval, nullptr);
}

}  // namespace
}  // namespace slipway
