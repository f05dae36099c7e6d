#include <gtest/gtest.h>
#include <algorithm>

#include <cmath>
#include <random>
#include <vector>

#include "base/cpu.h"
#include "interpreter/gemm/dot_f32.h"
#include "interpreter/gemm/f32.h"

namespace slipway::interpreter::gemm {
namespace {

std::vector<float> Draw(size_t n, int seed) {
  std::mt19937 random(static_cast<unsigned>(seed));
  std::vector<float> v(n);
  for (float& x : v) x = static_cast<float>(random() % 2001) / 1000.0f - 1;
  return v;
}

std::vector<const TilesF32*> AllTiles() {
  std::vector<const TilesF32*> all = {&kTilesF32Portable};
#if defined(__x86_64__)
  if (CpuIsa() == Isa::kAvx2 || IsaIs(CpuIsa(), Isa::kAvx512)) all.push_back(&kTilesF32Avx2);
  if (IsaIs(CpuIsa(), Isa::kAvx512)) all.push_back(&kTilesF32Avx512);
#elif defined(__aarch64__)
  all.push_back(&kTilesF32Neon);
#endif
  return all;
}

struct Form {
  bool a_transposed, b_transposed, packed, accumulate;
};

void CheckProduct(const TilesF32& tiles, int64_t m, int64_t n, int64_t k, Form f, int threads) {
  std::vector<float> a = Draw(static_cast<size_t>(m * k), 1), b = Draw(static_cast<size_t>(k * n), 2);
  std::vector<float> bias = Draw(static_cast<size_t>(n), 3), c(static_cast<size_t>(m * n + 16), 0.25f);
  GemmF32 g;
  g.m = m;
  g.n = n;
  g.k = k;
  g.a = a.data();
  g.a_row = f.a_transposed ? 1 : k;
  g.a_k = f.a_transposed ? m : 1;
  std::vector<float> packed(static_cast<size_t>(PackedElementsF32(tiles, k, n)));
  int64_t b_row = f.b_transposed ? 1 : n, b_column = f.b_transposed ? k : 1;
  PackF32(tiles, b.data(), b_row, b_column, k, n, 0, n, packed.data());
  g.b = f.packed ? packed.data() : b.data();
  g.b_row = f.packed ? 0 : n;
  g.c = c.data();
  g.c_row = n;
  g.bias = f.accumulate ? nullptr : bias.data();
  g.accumulate = f.accumulate;
  g.lo = -1.5f;
  g.hi = 2;
  GridF32 grid = MakeGridF32(tiles, m, n, k, threads);
  for (int task = 0; task < grid.tasks(); ++task) RunTaskF32(tiles, grid, g, task);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      double sum = f.accumulate ? 0.25 : bias[static_cast<size_t>(j)];
      for (int64_t p = 0; p < k; ++p)
        sum += double(a[static_cast<size_t>(f.a_transposed ? p * m + i : i * k + p)]) *
               b[static_cast<size_t>(f.b_transposed ? j * k + p : p * n + j)];
      sum = std::min(2.0, std::max(-1.5, sum));
      ASSERT_NEAR(c[static_cast<size_t>(i * n + j)], sum, 1e-4) << m << "x" << n << "x" << k << " at " << i << "," << j;
    }
  for (size_t i = static_cast<size_t>(m * n); i < c.size(); ++i) ASSERT_EQ(c[i], 0.25f) << "written beyond C";
}

TEST(GemmF32, EqualsTheObviousLoopForEveryTileAndLayout) {
  int64_t sizes[][3] = {{1, 1, 1},    {1, 70, 33},  {3, 17, 5},   {7, 16, 9},    {14, 32, 8},
                        {15, 33, 64}, {29, 100, 3}, {64, 8, 130}, {13, 90, 100}, {4, 75, 97}};
  for (const TilesF32* tiles : AllTiles())
    for (auto& s : sizes)
      for (int form = 0; form < 16; ++form) {
        Form f{(form & 1) != 0, (form & 2) != 0, (form & 4) != 0, (form & 8) != 0};
        if (f.b_transposed && !f.packed) continue;
        CheckProduct(*tiles, s[0], s[1], s[2], f, 1 + form % 3);
      }
}

TEST(GemmF32, AnEmptyReductionGivesTheBias) {
  for (const TilesF32* tiles : AllTiles()) CheckProduct(*tiles, 5, 40, 0, {false, false, true, false}, 2);
}

TEST(GemmF32, NotANumberPassesTheClamp) {
  for (const TilesF32* tiles : AllTiles()) {
    float a = NAN, b = 1, c = 0;
    GemmF32 g;
    g.m = g.n = g.k = g.a_row = g.b_row = g.c_row = 1;
    g.a = &a;
    g.b = &b;
    g.c = &c;
    g.lo = 0;
    g.hi = 6;
    RunTaskF32(*tiles, MakeGridF32(*tiles, 1, 1, 1, 1), g, 0);
    EXPECT_TRUE(std::isnan(c));
  }
}

TEST(GemmF32, TheNumberOfThreadsDoesNotChangeAnyBit) {
  const int64_t m = 61, n = 131, k = 77;
  std::vector<float> a = Draw(m * k, 4), b = Draw(k * n, 5), first;
  for (int threads : {1, 2, 3, 8}) {
    std::vector<float> c(m * n);
    GemmF32 g;
    g.m = m;
    g.n = n;
    g.k = g.a_row = k;
    g.a = a.data();
    g.b = b.data();
    g.b_row = g.c_row = n;
    g.c = c.data();
    ThreadPool pool(threads);
    RunGemmF32(g, pool);
    if (first.empty()) first = c;
    EXPECT_EQ(c, first);
  }
}

std::vector<RunDotsF32> AllDots() {
  std::vector<RunDotsF32> all = {DotsF32Portable};
#if defined(__x86_64__)
  if (CpuIsa() == Isa::kAvx2 || IsaIs(CpuIsa(), Isa::kAvx512)) all.push_back(DotsF32Avx2);
  if (IsaIs(CpuIsa(), Isa::kAvx512)) all.push_back(DotsF32Avx512);
#elif defined(__aarch64__)
  all.push_back(DotsF32Neon);
#endif
  return all;
}

TEST(DotsF32, EqualTheObviousLoop) {
  for (RunDotsF32 run : AllDots())
    for (int64_t depth : {0, 1, 4, 15, 16, 17, 64, 131})
      for (int64_t outputs : {1, 3, 4, 8, 13}) {
        std::vector<float> x = Draw(static_cast<size_t>(depth), 1), w = Draw(static_cast<size_t>(depth * outputs), 2);
        std::vector<float> bias = Draw(static_cast<size_t>(outputs), 3), y(static_cast<size_t>(outputs) + 4, 7);
        run({x.data(), w.data(), depth, outputs, outputs % 2 ? bias.data() : nullptr, -2, 2.5f, y.data()});
        for (int64_t o = 0; o < outputs; ++o) {
          double sum = outputs % 2 ? bias[static_cast<size_t>(o)] : 0;
          for (int64_t i = 0; i < depth; ++i)
            sum += double(x[static_cast<size_t>(i)]) * w[static_cast<size_t>(o * depth + i)];
          EXPECT_NEAR(y[static_cast<size_t>(o)], std::min(2.5, std::max(-2.0, sum)), 1e-5) << depth << " " << outputs;
        }
        EXPECT_EQ(y[static_cast<size_t>(outputs)], 7) << "written beyond y";
      }
}

TEST(DotsF32, NotANumberPassesTheClamp) {
  for (RunDotsF32 run : AllDots()) {
    float x = NAN, w = 1, y = 0;
    run({&x, &w, 1, 1, nullptr, 0, 6, &y});
    EXPECT_TRUE(std::isnan(y));
  }
}

}  // namespace
}  // namespace slipway::interpreter::gemm
