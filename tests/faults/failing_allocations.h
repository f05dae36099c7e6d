#pragma once

#include <cstdint>

namespace slipway {

// From now on the n-th allocation (from 0) fails, whether by operator new, malloc, realloc, aligned_alloc,
// posix_memalign or mmap; with `all` those after it, too. Only calls of code that is linked statically count.
void FailAllocation(int64_t n, bool all);
// Allocations succeed again. Did one fail?
bool StopFailing();
// Of operator new, not yet deleted.
int64_t LiveAllocations();

}  // namespace slipway
