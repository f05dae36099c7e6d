#include "interpreter/xnnpack/pool.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <algorithm>

#include <array>
#include <atomic>
#include <mutex>
#include <vector>

#include "interpreter/xnnpack/engine.h"

namespace slipway::interpreter {
namespace {

using Tile = std::array<size_t, 4>;  // start and extent of two axes

struct Seen {
  std::mutex mutex;
  std::vector<Tile> tiles;
  void Add(Tile t) {
    std::lock_guard lock(mutex);
    tiles.push_back(t);
  }
};

std::vector<Tile> Sorted(Seen& seen) {
  std::sort(seen.tiles.begin(), seen.tiles.end());
  return seen.tiles;
}

std::vector<Tile> Expected() {
  std::vector<Tile> tiles;
  for (size_t i = 0; i < 5; i += 2)
    for (size_t j = 0; j < 7; j += 3) tiles.push_back({i, j, std::min<size_t>(2, 5 - i), std::min<size_t>(3, 7 - j)});
  return tiles;
}

TEST(XnnPool, EveryTileOnceWithItsExtent) {
  for (int threads : {1, 3}) {
    ThreadPool pool(threads);
    XnnPool xnn(pool);
    EXPECT_EQ(xnn.handle() != nullptr, threads > 1);
    EXPECT_EQ(pthreadpool_get_threads_count(xnn.handle()), static_cast<size_t>(threads));
    Seen seen;
    pthreadpool_parallelize_2d_tile_2d(
        xnn.handle(),
        [](void* s, size_t i, size_t j, size_t ni, size_t nj) {
          static_cast<Seen*>(s)->Add({i, j, ni, nj});
        },
        &seen, 5, 7, 2, 3, 0);
    EXPECT_EQ(Sorted(seen), Expected());
  }
}

TEST(XnnPool, OuterAxesAreNotTiledAndKindsOfCoresArePassedOn) {
  ThreadPool pool(2);
  XnnPool xnn(pool);
  Seen seen;
  pthreadpool_parallelize_3d_tile_2d_with_uarch(
      xnn.handle(),
      [](void* s, uint32_t kind, size_t i, size_t j, size_t k, size_t nj, size_t nk) {
        if (kind == 1 && i == 1) static_cast<Seen*>(s)->Add({j, k, nj, nk});
      },
      &seen, 1, 2, 2, 5, 7, 2, 3, 0);
  EXPECT_EQ(Sorted(seen), Expected());
}

TEST(XnnPool, SixAxes) {
  ThreadPool pool(3);
  XnnPool xnn(pool);
  std::atomic<size_t> cells{0}, index_sum{0};
  struct Sums {
    std::atomic<size_t>&cells, &index_sum;
  } sums{cells, index_sum};
  pthreadpool_parallelize_6d_tile_2d(
      xnn.handle(),
      [](void* context, size_t a, size_t b, size_t c, size_t d, size_t e, size_t f, size_t ne, size_t nf) {
        auto& s = *static_cast<Sums*>(context);
        s.cells += ne * nf;
        s.index_sum += a + b + c + d + e + f;
      },
      &sums, 2, 3, 2, 1, 4, 5, 3, 2, 0);
  EXPECT_EQ(cells, 2u * 3 * 2 * 1 * 4 * 5);
  // Starts: e in {0, 3}, f in {0, 2, 4}; twelve outer cells.
  EXPECT_EQ(index_sum, 6u * (2 * 3 * 1 / 2 * 2 + 2 * 2 * 3 + 2 * 3) + 12u * (3 * 3 + 2 * 6));
}

TEST(XnnPool, DenormalsAreZeroOnlyInside) {
#if defined(__x86_64__)
  static volatile float tiny = 1e-38f;
  float inside = 1;
  pthreadpool_parallelize_1d(
      nullptr, [](void* out, size_t) { *static_cast<float*>(out) = tiny * 0.1f; }, &inside, 1,
      PTHREADPOOL_FLAG_DISABLE_DENORMALS);
  EXPECT_EQ(inside, 0);
  EXPECT_GT(tiny * 0.1f, 0);
#endif
}

TEST(XnnPool, PoolsOfTheRealLibraryStillWork) {
  ASSERT_TRUE(XnnEngine(XnnUse::kAll)) << "which brings the library along";
  auto create = reinterpret_cast<pthreadpool_t (*)(size_t)>(dlsym(RTLD_DEFAULT, "pthreadpool_create"));
  auto destroy = reinterpret_cast<void (*)(pthreadpool_t)>(dlsym(RTLD_DEFAULT, "pthreadpool_destroy"));
  if (!create || !destroy) GTEST_SKIP() << "pthreadpool is linked statically";
  pthreadpool_t real = create(2);
  EXPECT_EQ(pthreadpool_get_threads_count(real), 2u);
  std::atomic<int> tasks{0};
  pthreadpool_parallelize_1d(
      real, [](void* n, size_t) { ++*static_cast<std::atomic<int>*>(n); }, &tasks, 100, 0);
  EXPECT_EQ(tasks, 100);
  destroy(real);
}

}  // namespace
}  // namespace slipway::interpreter
