// Allocations that can be made to fail. The linker puts __wrap_malloc in the place of malloc and so on.
#include "tests/faults/failing_allocations.h"

#include <sys/mman.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>

namespace {

constexpr int64_t kNever = INT64_MAX;
std::atomic<int64_t> left = kNever, live = 0;
std::atomic<bool> all_fail = false, failed = false;

bool Fails() {
  if (left.load(std::memory_order_relaxed) == kNever) return false;
  int64_t n = left.fetch_sub(1);
  if (n > 0 || (n < 0 && !all_fail)) return false;
  failed = true;
  return true;
}

}  // namespace

namespace slipway {

void FailAllocation(int64_t n, bool all) {
  failed = false;
  all_fail = all;
  left = n;
}
bool StopFailing() {
  left = kNever;
  return failed;
}
int64_t LiveAllocations() { return live; }

}  // namespace slipway

extern "C" {

void* __real_malloc(size_t);
void* __real_realloc(void*, size_t);
void* __real_aligned_alloc(size_t, size_t);
int __real_posix_memalign(void**, size_t, size_t);
void* __real_mmap(void*, size_t, int, int, int, off_t);

void* __wrap_malloc(size_t bytes) { return Fails() ? nullptr : __real_malloc(bytes); }
void* __wrap_realloc(void* p, size_t bytes) { return Fails() ? nullptr : __real_realloc(p, bytes); }
void* __wrap_aligned_alloc(size_t unit, size_t bytes) { return Fails() ? nullptr : __real_aligned_alloc(unit, bytes); }
int __wrap_posix_memalign(void** p, size_t unit, size_t bytes) {
  return Fails() ? ENOMEM : __real_posix_memalign(p, unit, bytes);
}
void* __wrap_mmap(void* at, size_t bytes, int protection, int flags, int file, off_t offset) {
  return Fails() ? MAP_FAILED : __real_mmap(at, bytes, protection, flags, file, offset);
}

}  // extern "C"

void* operator new(size_t bytes) {
  void* p = Fails() ? nullptr : __real_malloc(bytes ? bytes : 1);
  if (!p) throw std::bad_alloc();
  ++live;
  return p;
}
void* operator new(size_t bytes, const std::nothrow_t&) noexcept {
  void* p = Fails() ? nullptr : __real_malloc(bytes ? bytes : 1);
  if (p) ++live;
  return p;
}
void operator delete(void* p) noexcept {
  if (p) --live;
  std::free(p);
}
void operator delete(void* p, size_t) noexcept { operator delete(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { operator delete(p); }
