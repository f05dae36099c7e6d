// Transposed convolutions looked at every residue of their stride, a spectrogram without windows made the table of one,
// Dilate and InteriorPad computed places of elements that are not there.
#include <gtest/gtest.h>

#include "interpreter/interpreter.h"
#include "interpreter/run_op.h"
#include "ops/audio_spectrogram/audio_spectrogram.h"
#include "ops/dilate/dilate.h"
#include "ops/interior_pad/interior_pad.h"
#include "ops/max_pool_2d/max_pool_2d.h"
#include "ops/transpose_conv/transpose_conv.h"

namespace slipway {
namespace {

Result<std::vector<Tensor>> RunOn(const ops::Op& op, std::vector<Tensor> operands,
                                  std::span<const TensorType> out = {}) {
  ThreadPool pool(1);
  return interpreter::RunOp(op, operands, interpreter::KernelSetsOf(interpreter::Backend::kAuto), pool,
                            {.out_types = out});
}

TEST(HugeStrides, TakeNoTimeInTransposedConvolutions) {
  ops::TransposeConv op{.stride_h = 1 << 30, .stride_w = 1 << 30, .layout = ops::FilterLayout::kTflite};
  Tensor shape = Tensor::Of<int32_t>({4}, {1, 3, 2, 1});
  Tensor x = Tensor::Of<float>({1, 1, 1, 1}, {3});
  Tensor filter = Tensor::Of<float>({1, 3, 2, 1}, {1, 2, 3, 4, 5, 6});
  auto y = RunOn(op, {shape, filter, x, Tensor()});
  ASSERT_TRUE(y.ok()) << y.status().message();
  EXPECT_EQ(y->at(0).AsDoubles(), (std::vector<double>{3, 6, 9, 12, 15, 18}));

  const Quantization q{.scale = {1}, .zero_point = {0}};
  Tensor codes = Tensor::Of<int8_t>({1, 1, 1, 1}, {3}), weights = Tensor::Of<int8_t>({1, 3, 2, 1}, {1, 2, 3, 4, 5, 6});
  codes.mutable_type().quant = weights.mutable_type().quant = q;
  TensorType out(DType::kI8, {1, 3, 2, 1});
  out.quant = q;
  auto z = RunOn(op, {shape, weights, codes, Tensor()}, {&out, 1});
  ASSERT_TRUE(z.ok()) << z.status().message();
  EXPECT_EQ(z->at(0).AsDoubles(), y->at(0).AsDoubles());
}

TEST(HugeStrides, ASpectrogramOfNoWindowHasNoTable) {
  auto y = RunOn(ops::AudioSpectrogram{.window_size = INT32_MAX, .stride = 1}, {Tensor(DType::kF32, {100, 1})});
  ASSERT_TRUE(y.ok()) << y.status().message();
  EXPECT_EQ(y->at(0).elements(), 0);
}

// The distance of the second element was computed where there is none, and overflowed.
TEST(HugeStrides, DilationOfOneElement) {
  Tensor x(DType::kF32, {1, 1 << 14});
  Tensor dilations = Tensor::Vector(std::vector<int64_t>{int64_t{1} << 50, 1}, DType::kI64);
  auto y = RunOn(ops::Dilate{}, {x, dilations, Tensor::Scalar(0.0f)});
  ASSERT_TRUE(y.ok()) << y.status().message();
  EXPECT_TRUE(Identical(y->at(0), x));
}

// How much work a row is was the product of the window's sides, however little of it is inside the image.
TEST(HugeStrides, PoolsWithWindowsBeyondTheImage) {
  ops::MaxPool2D op{.filter_h = INT32_MAX, .filter_w = INT32_MAX, .padding = ops::Padding::kSame};
  ThreadPool pool(1);
  auto y = interpreter::RunOp(op, std::vector<Tensor>{Tensor::Of<float>({1, 1, 4, 1}, {1, 4, 2, 3})},
                              interpreter::KernelSetsOf(interpreter::Backend::kKernel), pool);
  ASSERT_TRUE(y.ok()) << y.status().message();
  EXPECT_EQ(y->at(0).AsDoubles(), (std::vector<double>{4, 4, 4, 4}));
}

TEST(HugeStrides, PaddingThatMovesAllElementsOut) {
  ops::InteriorPad op{.low = {INT64_MIN}, .high = {INT64_MAX}, .interior = {0}};
  auto y = RunOn(op, {Tensor::Of<float>({3}, {1, 2, 3}), Tensor::Scalar(7.0f)});
  ASSERT_TRUE(y.ok()) << y.status().message();
  EXPECT_EQ(y->at(0).AsDoubles(), (std::vector<double>{7, 7}));
}

}  // namespace
}  // namespace slipway
