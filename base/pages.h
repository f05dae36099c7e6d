#pragma once
// Zeroed memory straight from the system, for large blocks that will be written as a whole: huge pages (where the
// system gives them on request) take one fault instead of 512, what is left of them is populated at once. Thread safe.

#include <cstddef>

namespace slipway {

inline constexpr size_t kHugePage = size_t{2} << 20;

// `bytes`, from 2 MiB on aligned to a huge page; nullptr where the system has no more.
void* MapPages(size_t bytes);
// `bytes` as they were mapped.
void UnmapPages(void* pages, size_t bytes);

}  // namespace slipway
