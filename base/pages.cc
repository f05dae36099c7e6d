#include "base/pages.h"

#include <sys/mman.h>

#include <cstdint>

namespace slipway {

void* MapPages(size_t bytes) {
  if (bytes == 0 || bytes > SIZE_MAX / 2) return nullptr;
  const size_t padded = bytes + kHugePage;
  void* p = mmap(nullptr, padded, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return nullptr;
  // What is before the first huge page and behind the last page goes back.
  constexpr size_t kPage = 4096;
  char* begin = static_cast<char*>(p);
  const size_t head = (kHugePage - reinterpret_cast<uintptr_t>(begin) % kHugePage) % kHugePage;
  const size_t used = (head + bytes + kPage - 1) / kPage * kPage;
  if (head) munmap(begin, head);
  if (padded > used) munmap(begin + used, padded - used);
#ifdef MADV_HUGEPAGE
  if (const size_t whole = bytes / kHugePage * kHugePage) madvise(begin + head, whole, MADV_HUGEPAGE);
#endif
  return begin + head;
}

void UnmapPages(void* pages, size_t bytes) { munmap(pages, bytes); }

}  // namespace slipway
