// Old converters gave 8-bit weights of float layers the type u8, although their codes have a sign: they were read
// without.
#include <gtest/gtest.h>

#include "interpreter/interpreter.h"
#include "interpreter/run_op.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/fully_connected/fully_connected.h"

namespace slipway {
namespace {

Tensor Weights(Shape shape, std::initializer_list<uint8_t> codes) {
  Tensor w = Tensor::Of<uint8_t>(shape, codes);
  w.mutable_type().quant = {{0.02f}, {0}, 0};
  return w;
}

void Check(const ops::Op& op, std::vector<Tensor> operands, std::vector<float> want) {
  ThreadPool pool(1);
  auto y = interpreter::RunOp(op, operands, interpreter::KernelSetsOf(interpreter::Backend::kAuto), pool);
  ASSERT_TRUE(y.ok()) << y.status().message();
  ASSERT_EQ(y->at(0).elements(), static_cast<int64_t>(want.size()));
  for (size_t i = 0; i < want.size(); ++i) EXPECT_NEAR(y->at(0).as<float>()[i], want[i], 1e-5) << i;
}

// LiteRT's numbers.
TEST(SignedBytesAsU8, HaveASign) {
  Tensor bias = Tensor::Of<float>({2}, {0.5f, -1});
  Check(ops::FullyConnected{},
        {Tensor::Of<float>({2, 3}, {-1.5f, 0.25f, 2, 1, -3, 0.5f}), Weights({2, 3}, {200, 3, 50, 255, 0, 127}), bias},
        {4.1907086f, 4.1099215f, -0.2951181f, 0.2401575f});
  Check(ops::Conv2D{.layout = ops::FilterLayout::kTflite},
        {Tensor::Of<float>({1, 2, 2, 2}, {-1.5f, 0.25f, 2, 0.75f, 1, -3, 0.5f, 0.125f}),
         Weights({2, 1, 1, 2}, {200, 3, 50, 255}), bias},
        {2.2088189f, -2.5170078f, -1.7034645f, 0.9927559f, -0.7911811f, 0.0521259f, -0.0485039f, -0.5062993f});
}

}  // namespace
}  // namespace slipway
