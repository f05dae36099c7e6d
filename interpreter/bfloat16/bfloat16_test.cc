#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "base/half.h"
#include "interpreter/bfloat16/kernels.h"
#include "interpreter/bfloat16/product.h"
#include "interpreter/run_op.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/fully_connected/fully_connected.h"

namespace slipway::interpreter {
namespace {

std::vector<float> Draw(int64_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> v(static_cast<size_t>(n));
  for (float& x : v) x = static_cast<float>(static_cast<int>(random() % 20001) - 10000) / 7000.0f;
  return v;
}

double Rounded(float v) { return BFloat16BitsToFloat(FloatToBFloat16Bits(v)); }

std::vector<const TilesBf16*> AllTiles() {
  std::vector<const TilesBf16*> all;
#if defined(__x86_64__)
  const TilesBf16* best = BestTilesBf16();
  if (best) all.push_back(&kTilesBf16Avx512);
  if (best == &kTilesBf16Amx) all.push_back(best);
#endif
  return all;
}

struct Layer {
  int64_t batch, h, w, c, filter_h, filter_w, out;
  ops::WindowAttributes window;
  ops::FilterLayout layout = ops::FilterLayout::kTflite;
};

std::vector<Layer> Layers() {
  constexpr auto kSame = ops::Padding::kSame;
  constexpr auto kTf = ops::FilterLayout::kTf;
  return {{1, 1, 1, 40, 1, 1, 3, {}},
          {1, 1, 5, 64, 1, 1, 49, {}},
          {2, 9, 7, 5, 3, 3, 33, {1, 1, 1, 1, kSame}},
          {1, 17, 23, 3, 7, 7, 16, {2, 2, 1, 1, kSame}, kTf},
          {1, 12, 13, 8, 3, 2, 20, {1, 2, 3, 2, kSame}},
          {1, 30, 31, 96, 1, 1, 130, {}, kTf},
          {3, 8, 8, 32, 3, 3, 64, {}}};
}

ops::ConvGeometry GeometryOf(const Layer& l) {
  auto size = [&](int64_t in, int64_t filter, int64_t stride, int64_t dilation) {
    return l.window.padding == ops::Padding::kSame ? (in + stride - 1) / stride
                                                   : (in - (filter - 1) * dilation - 1) / stride + 1;
  };
  const int64_t oh = size(l.h, l.filter_h, l.window.stride_h, l.window.dilation_h),
                ow = size(l.w, l.filter_w, l.window.stride_w, l.window.dilation_w);
  ops::ConvGeometry g =
      ops::MakeGeometry({l.batch, l.h, l.w, l.c}, {l.batch, oh, ow, l.out}, l.filter_h, l.filter_w, l.window);
  g.filter_c = l.c;
  return g;
}

// Of operands rounded to bfloat16; and the sum of the products' magnitudes.
std::pair<double, double> Sum(const ops::ConvGeometry& g, ops::FilterLayout layout, const std::vector<float>& x,
                              const std::vector<float>& filter, int64_t pixel, int64_t channel) {
  const int64_t window = g.filter_h * g.filter_w * g.in_c, image = pixel / (g.out_h * g.out_w);
  double sum = 0, magnitude = 0;
  ops::ForWindow(g, pixel / g.out_w % g.out_h, pixel % g.out_w, [&](int64_t kh, int64_t kw, int64_t ih, int64_t iw) {
    for (int64_t c = 0; c < g.in_c; ++c) {
      const int64_t k = (kh * g.filter_w + kw) * g.in_c + c;
      const int64_t weight = layout == ops::FilterLayout::kTf ? k * g.out_c + channel : channel * window + k;
      const double v = Rounded(x[static_cast<size_t>(((image * g.in_h + ih) * g.in_w + iw) * g.in_c + c)]) *
                       Rounded(filter[static_cast<size_t>(weight)]);
      sum += v;
      magnitude += std::abs(v);
    }
  });
  return {sum, magnitude};
}

std::vector<float> RunProduct(const TilesBf16& tiles, const Layer& l, const std::vector<float>& x,
                              const std::vector<float>& filter, const std::vector<float>& bias, int threads) {
  const ops::ConvGeometry g = GeometryOf(l);
  const ProductBf16 product(tiles, g, l.layout, filter.data(), threads);
  Buffer scratch = Buffer::Allocate(product.scratch_bytes());
  ThreadPool pool(threads);
  const int64_t elements = g.batch * g.out_h * g.out_w * g.out_c;
  std::vector<float> y(static_cast<size_t>(elements) + 8, 77);
  product.Run(x.data(), bias.data(), -2, 3, y.data(), scratch.mutable_data(), pool);
  for (int64_t i = elements; i < elements + 8; ++i) EXPECT_EQ(y[static_cast<size_t>(i)], 77);
  return y;
}

TEST(BFloat16, LayersAreSumsOfRoundedOperands) {
  for (const TilesBf16* tiles : AllTiles())
    for (const Layer& l : Layers()) {
      SCOPED_TRACE(testing::Message() << tiles->name << " " << l.h << "x" << l.w << "x" << l.c << " to " << l.out);
      const ops::ConvGeometry g = GeometryOf(l);
      const std::vector<float> x = Draw(l.batch * l.h * l.w * l.c, 1), bias = Draw(l.out, 3),
                               filter = Draw(l.filter_h * l.filter_w * l.c * l.out, 2);
      const std::vector<float> y = RunProduct(*tiles, l, x, filter, bias, 1);
      EXPECT_EQ(RunProduct(*tiles, l, x, filter, bias, 3), y);
      for (int64_t i = 0; i < g.batch * g.out_h * g.out_w; ++i)
        for (int64_t o = 0; o < l.out; ++o) {
          const auto [sum, magnitude] = Sum(g, l.layout, x, filter, i, o);
          ASSERT_NEAR(y[static_cast<size_t>(i * l.out + o)], std::clamp(sum + bias[static_cast<size_t>(o)], -2.0, 3.0),
                      1e-6 * magnitude + 1e-6)
              << "pixel " << i << " channel " << o;
        }
    }
}

TEST(BFloat16, RoundsToTheNearestAndKeepsWhatIsNotFinite) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  const std::vector<float> from = {1, 1.00390625f, 1.01171875f, -3.14159f, kInf, -kInf, 3.4e38f, 1e-42f, -0.0f};
  const std::vector<float> want = {1, 1, 1.015625f, -3.140625f, kInf, -kInf, kInf, 0, -0.0f};
  for (const TilesBf16* tiles : AllTiles()) {
    std::vector<uint16_t> to(from.size());
    tiles->round(from.data(), static_cast<int64_t>(from.size()), to.data());
    for (size_t i = 0; i < from.size(); ++i) EXPECT_EQ(BFloat16BitsToFloat(to[i]), want[i]) << from[i];
    const float nan = std::nanf("");
    tiles->round(&nan, 1, to.data());
    EXPECT_TRUE(std::isnan(BFloat16BitsToFloat(to[0])));
  }
}

TEST(BFloat16, NotANumberReachesTheResultsOfItsWindowsAlone) {
  for (const TilesBf16* tiles : AllTiles()) {
    const Layer l{1, 1, 40, 64, 1, 1, 32, {}};
    std::vector<float> x = Draw(40 * 64, 1);
    x[7 * 64 + 63] = std::nanf("");
    const std::vector<float> y = RunProduct(*tiles, l, x, Draw(64 * 32, 2), Draw(32, 3), 1);
    for (int64_t i = 0; i < 40 * 32; ++i) ASSERT_EQ(std::isnan(y[static_cast<size_t>(i)]), i / 32 == 7) << i;
  }
}

TEST(BFloat16, TakesLayersWithConstantWeightsUnlessExact) {
  if (!BestTilesBf16()) GTEST_SKIP() << "this processor has no faster bfloat16";
  auto tensor = [](const Shape& shape, unsigned seed) {
    return Tensor::Of<float>(shape, Draw(shape.Elements(), seed));
  };
  const Tensor x = tensor({20, 64}, 1), weights = tensor({24, 64}, 2);
  ThreadPool pool(1);
  const KernelSet* sets[] = {&BFloat16Kernels(), &OwnKernels()};
  const KernelSet* own[] = {&OwnKernels()};
  const Tensor operands[] = {x, weights};
  auto run = [&](KernelSets with, bool exact) {
    auto y = RunOp(ops::FullyConnected{}, operands, with, pool, {.exact = exact});
    EXPECT_TRUE(y.ok()) << y.status().message();
    return std::vector<float>((*y)[0].as<float>().begin(), (*y)[0].as<float>().end());
  };
  const std::vector<float> f32 = run(own, false);
  EXPECT_EQ(run(sets, true), f32);
  const std::vector<float> bf16 = run(sets, false);
  EXPECT_NE(bf16, f32);
  for (size_t i = 0; i < f32.size(); ++i) EXPECT_NEAR(bf16[i], f32[i], 0.2) << i;
}

}  // namespace
}  // namespace slipway::interpreter
