#include "interpreter/xnnpack/memory.h"

#include <malloc.h>

#include <cstdlib>
#include <new>

namespace slipway::interpreter {

namespace {

thread_local int64_t held = 0;

int64_t BytesOf(void* p) { return p ? static_cast<int64_t>(malloc_usable_size(p)) : 0; }

// XNNPACK of 2022 goes on with what it did not get. A throw takes the way through it to the call of our API.
void* OrThrow(void* p) {
  if (p) return p;
#ifdef __cpp_exceptions
  throw std::bad_alloc();
#else
  std::abort();
#endif
}

void* Counted(void* p) {
  held += BytesOf(p);
  return OrThrow(p);
}

void* Allocate(void*, size_t bytes) { return Counted(std::malloc(bytes)); }

void* Reallocate(void*, void* old, size_t bytes) {
  int64_t before = BytesOf(old);
  void* p = std::realloc(old, bytes);
  held += BytesOf(OrThrow(p)) - before;
  return p;
}

void Deallocate(void*, void* p) {
  held -= BytesOf(p);
  std::free(p);
}

void* AlignedAllocate(void*, size_t alignment, size_t bytes) {
  void* p = nullptr;
  if (posix_memalign(&p, alignment, bytes) != 0) p = nullptr;
  return Counted(p);
}

}  // namespace

const xnn_allocator& CountingAllocator() {
  static constexpr xnn_allocator allocator = {nullptr, Allocate, Reallocate, Deallocate, AlignedAllocate, Deallocate};
  return allocator;
}

XnnMemoryScope::XnnMemoryScope() : before_(held) {}
int64_t XnnMemoryScope::grown() const { return held - before_; }

}  // namespace slipway::interpreter
