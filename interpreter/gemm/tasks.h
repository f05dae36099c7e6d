#pragma once
// Into how many tasks a product is cut.

#include <cstdint>

namespace slipway::interpreter::gemm {

// `worth`: products that take as long as waking another thread costs. Less than that is one task. What takes some
// microseconds is one per thread, since claims of tasks and their caches' traffic cost as much as the sums; longer work
// is cut finer, so that a thread that comes late costs little.
inline int64_t TasksFor(int threads, int64_t products, int64_t worth) {
  if (threads == 1 || products <= worth) return 1;
  return (products < 32 * worth ? 1 : 4) * threads;
}

}  // namespace slipway::interpreter::gemm
