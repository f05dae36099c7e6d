#include "base/pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

namespace slipway {

void* MapPages(size_t bytes) {
  static const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  if (bytes == 0 || bytes > SIZE_MAX / 2) return nullptr;
  bytes = (bytes + page - 1) / page * page;
  const size_t unit = bytes < kHugePage ? page : kHugePage, padded = bytes + unit - page;
  void* p = mmap(nullptr, padded, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return nullptr;
  // What is before the first huge page and behind the last page goes back.
  char* begin = static_cast<char*>(p);
  const size_t head = (unit - reinterpret_cast<uintptr_t>(begin) % unit) % unit;
  if (head) munmap(begin, head);
  if (padded > head + bytes) munmap(begin + head + bytes, padded - head - bytes);
  const size_t huge = bytes / kHugePage * kHugePage;
#ifdef MADV_HUGEPAGE
  if (huge) madvise(begin + head, huge, MADV_HUGEPAGE);
#endif
#ifdef MADV_POPULATE_WRITE
  if (bytes > huge) madvise(begin + head + huge, bytes - huge, MADV_POPULATE_WRITE);
#endif
  return begin + head;
}

void UnmapPages(void* pages, size_t bytes) { munmap(pages, bytes); }

}  // namespace slipway
