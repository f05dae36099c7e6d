// operator new, counted, so that tests can say that nothing is allocated. In a file of its own: where it is inlined,
// compilers take it for another one.
#include <atomic>
#include <cstdlib>
#include <new>

#include "interpreter/allocations_for_test.h"

static std::atomic<int64_t> allocations = 0;

// The thread sanitizer has its own, in the same binary: under it nothing is counted.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SLIPWAY_HAS_OPERATOR_NEW
#endif
#endif

#ifndef SLIPWAY_HAS_OPERATOR_NEW
void* operator new(size_t bytes) {
  ++allocations;
  if (void* p = std::malloc(bytes ? bytes : 1)) return p;
  std::abort();
}
void* operator new(size_t bytes, const std::nothrow_t&) noexcept { return operator new(bytes); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, size_t) noexcept { std::free(p); }
#endif

namespace slipway::interpreter {

int64_t CountAllocations() { return allocations; }

}  // namespace slipway::interpreter
