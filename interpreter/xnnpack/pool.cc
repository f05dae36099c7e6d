#include "interpreter/xnnpack/pool.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace slipway::interpreter {

namespace {

// While it lives, numbers too small to be normal are zeros on this thread, where the caller asked for that.
class FlushDenormals {
 public:
  explicit FlushDenormals(uint32_t flags) : on_(flags & PTHREADPOOL_FLAG_DISABLE_DENORMALS) {
    if (on_) before_ = Exchange(true, 0);
  }
  ~FlushDenormals() {
    if (on_) Exchange(false, before_);
  }

 private:
  static uint64_t Exchange(bool flush, uint64_t value) {
#if defined(__x86_64__)
    uint64_t before = _mm_getcsr();
    _mm_setcsr(static_cast<unsigned>(flush ? before | 0x8040 : value));
    return before;
#elif defined(__aarch64__)
    uint64_t before;
    asm volatile("mrs %0, fpcr" : "=r"(before));
    uint64_t next = flush ? before | (1u << 24) : value;
    asm volatile("msr fpcr, %0" : : "r"(next));
    return before;
#else
    return flush ? 0 : value;
#endif
  }
  bool on_;
  uint64_t before_ = 0;
};

// The index space [0, range_0) x ... in tiles; tile 1 where an axis is not tiled.
template <size_t N>
struct Tiles {
  std::array<size_t, N> range, tile;

  size_t count() const {
    size_t product = 1;
    for (size_t d = 0; d < N; ++d) product *= (range[d] + tile[d] - 1) / tile[d];
    return product;
  }
  // Calls f(start of the tile) for the tiles [begin, end) in row-major order.
  template <class F>
  void For(size_t begin, size_t end, const F& f) const {
    std::array<size_t, N> at;
    size_t rest = begin;
    for (size_t d = N; d-- > 0;) {
      size_t tiles = (range[d] + tile[d] - 1) / tile[d];
      at[d] = rest % tiles * tile[d];
      rest /= tiles;
    }
    for (size_t i = begin; i < end; ++i) {
      f(at);
      for (size_t d = N; d-- > 0;) {
        at[d] += tile[d];
        if (at[d] < range[d]) break;
        at[d] = 0;
      }
    }
  }
  size_t Extent(const std::array<size_t, N>& at, size_t d) const { return std::min(tile[d], range[d] - at[d]); }
};

// f(start) for every tile, on the pool's threads or on the caller alone.
template <size_t N, class F>
void ForTiles(pthreadpool_t handle, uint32_t flags, const Tiles<N>& tiles, const F& f) {
  size_t count = tiles.count();
  if (const XnnPool* pool = XnnPool::From(handle)) {
    pool->pool().ForRange(static_cast<int64_t>(count), 1, [&](int64_t begin, int64_t end) {
      FlushDenormals flush(flags);
      tiles.For(static_cast<size_t>(begin), static_cast<size_t>(end), f);
    });
  } else {
    FlushDenormals flush(flags);
    tiles.For(0, count, f);
  }
}

// An index space of R axes, the last T of them tiled: f(R starts..., T extents...) for each tile.
template <size_t R, size_t T, class F>
void Parallelize(pthreadpool_t handle, const F& f, std::array<size_t, R> ranges, std::array<size_t, T> tile_sizes,
                 uint32_t flags) {
  Tiles<R> tiles{ranges, {}};
  tiles.tile.fill(1);
  std::copy(tile_sizes.begin(), tile_sizes.end(), tiles.tile.end() - T);
  ForTiles(handle, flags, tiles, [&](const std::array<size_t, R>& at) {
    [&]<size_t... I, size_t... J>(std::index_sequence<I...>, std::index_sequence<J...>) {
      f(at[I]..., tiles.Extent(at, R - T + J)...);
    }
    (std::make_index_sequence<R>(), std::make_index_sequence<T>());
  });
}

// Calls the function of that name in the library behind us.
template <class R = void, class... A>
R CallReal(const char* name, A... arguments) {
  return reinterpret_cast<R (*)(A...)>(dlsym(RTLD_NEXT, name))(arguments...);
}

bool IsForeign(pthreadpool_t handle) { return handle && !XnnPool::From(handle); }

}  // namespace

XnnPool::XnnPool(ThreadPool& pool) : pool_(pool) {
  using Function = void (*)(pthreadpool_t, pthreadpool_task_1d_t, void*, size_t, uint32_t);
  void* ours = reinterpret_cast<void*>(static_cast<Function>(pthreadpool_parallelize_1d));
  void* first = dlsym(RTLD_DEFAULT, "pthreadpool_parallelize_1d");  // nullptr: linked statically
  usable_ = pool.num_threads() > 1 && (!first || first == ours);
}

const XnnPool* XnnPool::From(pthreadpool_t handle) {
  const XnnPool* pool = reinterpret_cast<const XnnPool*>(handle);
  return pool && pool->magic_ == kMagic ? pool : nullptr;
}

}  // namespace slipway::interpreter

using slipway::interpreter::CallReal;
using slipway::interpreter::IsForeign;
using slipway::interpreter::Parallelize;
using slipway::interpreter::XnnPool;

extern "C" {

size_t pthreadpool_get_threads_count(pthreadpool_t pool) {
  if (IsForeign(pool)) return CallReal<size_t>(__func__, pool);
  const XnnPool* ours = XnnPool::From(pool);
  return ours ? static_cast<size_t>(ours->pool().num_threads()) : 1;
}

void pthreadpool_parallelize_1d(pthreadpool_t pool, pthreadpool_task_1d_t f, void* context, size_t r0, uint32_t flags) {
  if (IsForeign(pool)) return CallReal(__func__, pool, f, context, r0, flags);
  Parallelize<1, 0>(
      pool, [&](auto... at) { f(context, at...); }, {r0}, {}, flags);
}

void pthreadpool_parallelize_1d_tile_1d(pthreadpool_t pool, pthreadpool_task_1d_tile_1d_t f, void* context, size_t r0,
                                        size_t t0, uint32_t flags) {
  if (IsForeign(pool)) return CallReal(__func__, pool, f, context, r0, t0, flags);
  Parallelize<1, 1>(
      pool, [&](auto... at) { f(context, at...); }, {r0}, {t0}, flags);
}

void pthreadpool_parallelize_2d(pthreadpool_t pool, pthreadpool_task_2d_t f, void* context, size_t r0, size_t r1,
                                uint32_t flags) {
  if (IsForeign(pool)) return CallReal(__func__, pool, f, context, r0, r1, flags);
  Parallelize<2, 0>(
      pool, [&](auto... at) { f(context, at...); }, {r0, r1}, {}, flags);
}

void pthreadpool_parallelize_2d_tile_1d(pthreadpool_t pool, pthreadpool_task_2d_tile_1d_t f, void* context, size_t r0,
                                        size_t r1, size_t t0, uint32_t flags) {
  if (IsForeign(pool)) return CallReal(__func__, pool, f, context, r0, r1, t0, flags);
  Parallelize<2, 1>(
      pool, [&](auto... at) { f(context, at...); }, {r0, r1}, {t0}, flags);
}

void pthreadpool_parallelize_2d_tile_2d(pthreadpool_t pool, pthreadpool_task_2d_tile_2d_t f, void* context, size_t r0,
                                        size_t r1, size_t t0, size_t t1, uint32_t flags) {
  if (IsForeign(pool)) return CallReal(__func__, pool, f, context, r0, r1, t0, t1, flags);
  Parallelize<2, 2>(
      pool, [&](auto... at) { f(context, at...); }, {r0, r1}, {t0, t1}, flags);
}

void pthreadpool_parallelize_3d(pthreadpool_t pool, pthreadpool_task_3d_t f, void* context, size_t r0, size_t r1,
                                size_t r2, uint32_t flags) {
  if (IsForeign(pool)) return CallReal(__func__, pool, f, context, r0, r1, r2, flags);
  Parallelize<3, 0>(
      pool, [&](auto... at) { f(context, at...); }, {r0, r1, r2}, {}, flags);
}

void pthreadpool_parallelize_3d_tile_2d(pthreadpool_t pool, pthreadpool_task_3d_tile_2d_t f, void* context, size_t r0,
                                        size_t r1, size_t r2, size_t t0, size_t t1, uint32_t flags) {
  if (IsForeign(pool)) return CallReal(__func__, pool, f, context, r0, r1, r2, t0, t1, flags);
  Parallelize<3, 2>(
      pool, [&](auto... at) { f(context, at...); }, {r0, r1, r2}, {t0, t1}, flags);
}

void pthreadpool_parallelize_4d(pthreadpool_t pool, pthreadpool_task_4d_t f, void* context, size_t r0, size_t r1,
                                size_t r2, size_t r3, uint32_t flags) {
  if (IsForeign(pool)) return CallReal(__func__, pool, f, context, r0, r1, r2, r3, flags);
  Parallelize<4, 0>(
      pool, [&](auto... at) { f(context, at...); }, {r0, r1, r2, r3}, {}, flags);
}

void pthreadpool_parallelize_4d_tile_2d(pthreadpool_t pool, pthreadpool_task_4d_tile_2d_t f, void* context, size_t r0,
                                        size_t r1, size_t r2, size_t r3, size_t t0, size_t t1, uint32_t flags) {
  if (IsForeign(pool)) return CallReal(__func__, pool, f, context, r0, r1, r2, r3, t0, t1, flags);
  Parallelize<4, 2>(
      pool, [&](auto... at) { f(context, at...); }, {r0, r1, r2, r3}, {t0, t1}, flags);
}

void pthreadpool_parallelize_5d(pthreadpool_t pool, pthreadpool_task_5d_t f, void* context, size_t r0, size_t r1,
                                size_t r2, size_t r3, size_t r4, uint32_t flags) {
  if (IsForeign(pool)) return CallReal(__func__, pool, f, context, r0, r1, r2, r3, r4, flags);
  Parallelize<5, 0>(
      pool, [&](auto... at) { f(context, at...); }, {r0, r1, r2, r3, r4}, {}, flags);
}

void pthreadpool_parallelize_5d_tile_2d(pthreadpool_t pool, pthreadpool_task_5d_tile_2d_t f, void* context, size_t r0,
                                        size_t r1, size_t r2, size_t r3, size_t r4, size_t t0, size_t t1,
                                        uint32_t flags) {
  if (IsForeign(pool)) return CallReal(__func__, pool, f, context, r0, r1, r2, r3, r4, t0, t1, flags);
  Parallelize<5, 2>(
      pool, [&](auto... at) { f(context, at...); }, {r0, r1, r2, r3, r4}, {t0, t1}, flags);
}

void pthreadpool_parallelize_6d_tile_2d(pthreadpool_t pool, pthreadpool_task_6d_tile_2d_t f, void* context, size_t r0,
                                        size_t r1, size_t r2, size_t r3, size_t r4, size_t r5, size_t t0, size_t t1,
                                        uint32_t flags) {
  if (IsForeign(pool)) return CallReal(__func__, pool, f, context, r0, r1, r2, r3, r4, r5, t0, t1, flags);
  Parallelize<6, 2>(
      pool, [&](auto... at) { f(context, at...); }, {r0, r1, r2, r3, r4, r5}, {t0, t1}, flags);
}

// Processors whose cores differ: every task is told the default kind.
void pthreadpool_parallelize_2d_tile_2d_with_uarch(pthreadpool_t pool, pthreadpool_task_2d_tile_2d_with_id_t f,
                                                   void* context, uint32_t uarch, uint32_t max_uarch, size_t r0,
                                                   size_t r1, size_t t0, size_t t1, uint32_t flags) {
  if (IsForeign(pool)) return CallReal(__func__, pool, f, context, uarch, max_uarch, r0, r1, t0, t1, flags);
  Parallelize<2, 2>(
      pool, [&](auto... at) { f(context, uarch, at...); }, {r0, r1}, {t0, t1}, flags);
}

void pthreadpool_parallelize_3d_tile_2d_with_uarch(pthreadpool_t pool, pthreadpool_task_3d_tile_2d_with_id_t f,
                                                   void* context, uint32_t uarch, uint32_t max_uarch, size_t r0,
                                                   size_t r1, size_t r2, size_t t0, size_t t1, uint32_t flags) {
  if (IsForeign(pool)) return CallReal(__func__, pool, f, context, uarch, max_uarch, r0, r1, r2, t0, t1, flags);
  Parallelize<3, 2>(
      pool, [&](auto... at) { f(context, uarch, at...); }, {r0, r1, r2}, {t0, t1}, flags);
}

void pthreadpool_parallelize_4d_tile_2d_with_uarch(pthreadpool_t pool, pthreadpool_task_4d_tile_2d_with_id_t f,
                                                   void* context, uint32_t uarch, uint32_t max_uarch, size_t r0,
                                                   size_t r1, size_t r2, size_t r3, size_t t0, size_t t1,
                                                   uint32_t flags) {
  if (IsForeign(pool)) return CallReal(__func__, pool, f, context, uarch, max_uarch, r0, r1, r2, r3, t0, t1, flags);
  Parallelize<4, 2>(
      pool, [&](auto... at) { f(context, uarch, at...); }, {r0, r1, r2, r3}, {t0, t1}, flags);
}

}  // extern "C"
