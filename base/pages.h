#pragma once
// Zeroed memory straight from the system, for blocks of many megabytes: pages that nobody wrote to cost nothing, and
// huge pages (where the system gives them on request) take one fault instead of 512. Thread safe.

#include <cstddef>

namespace slipway {

inline constexpr size_t kHugePage = size_t{2} << 20;

// `bytes` aligned to a huge page, which all but the last begun one may be; nullptr where the system has no more.
void* MapPages(size_t bytes);
// `bytes` as they were mapped.
void UnmapPages(void* pages, size_t bytes);

}  // namespace slipway
