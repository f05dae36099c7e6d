#include "interpreter/xnnpack/memory.h"

#include <malloc.h>

#include <cstdlib>

namespace slipway::interpreter {

namespace {

thread_local int64_t held = 0;

int64_t BytesOf(void* p) { return p ? static_cast<int64_t>(malloc_usable_size(p)) : 0; }

void* Counted(void* p) {
  held += BytesOf(p);
  return p;
}

void* Allocate(void*, size_t bytes) { return Counted(std::malloc(bytes)); }

void* Reallocate(void*, void* old, size_t bytes) {
  int64_t before = BytesOf(old);
  void* p = std::realloc(old, bytes);
  if (p) held += BytesOf(p) - before;
  return p;
}

void Deallocate(void*, void* p) {
  held -= BytesOf(p);
  std::free(p);
}

void* AlignedAllocate(void*, size_t alignment, size_t bytes) {
  void* p = nullptr;
  return posix_memalign(&p, alignment, bytes) == 0 ? Counted(p) : nullptr;
}

}  // namespace

const xnn_allocator& CountingAllocator() {
  static constexpr xnn_allocator allocator = {nullptr, Allocate, Reallocate, Deallocate, AlignedAllocate, Deallocate};
  return allocator;
}

XnnMemoryScope::XnnMemoryScope() : before_(held) {}
int64_t XnnMemoryScope::grown() const { return held - before_; }

}  // namespace slipway::interpreter
