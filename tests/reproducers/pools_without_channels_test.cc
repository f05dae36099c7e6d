// Pooling an image without channels divided by their number.
#include <gtest/gtest.h>

#include "interpreter/interpreter.h"
#include "interpreter/run_op.h"
#include "ops/max_pool_with_argmax/max_pool_with_argmax.h"

namespace slipway {
namespace {

TEST(PoolsWithoutChannels, AreEmpty) {
  ops::MaxPoolWithArgmax op;
  op.filter_h = op.filter_w = 2;
  Tensor x(DType::kF32, {1, 4, 4, 0});
  ThreadPool pool(1);
  auto y = interpreter::RunOp(op, std::vector<Tensor>{x}, interpreter::KernelSetsOf(interpreter::Backend::kAuto), pool);
  ASSERT_TRUE(y.ok()) << y.status().message();
  EXPECT_EQ(y->at(0).elements(), 0);
}

}  // namespace
}  // namespace slipway
