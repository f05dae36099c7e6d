#pragma once
// Fold: a reduction as the few loops that the kernel drives, for one kind and element type.
//
// Sums of floats go block by block: lanes of floats within a block of kBlock elements, doubles between blocks. Blocks
// follow from shapes alone, so the result does not depend on the number of threads.

#include <cstdint>

#include "base/cpu.h"
#include "ops/reduce/reduce.h"

namespace slipway::ops {

inline constexpr int64_t kFoldBlock = 1024;  // elements that `row` takes
inline constexpr int64_t kFoldTile = 64;     // columns that `columns` takes

struct Fold {
  int64_t element_bytes = 0, total_bytes = 0;
  // n totals of nothing.
  void (*start)(void* totals, int64_t n) = nullptr;
  // Folds n <= kFoldBlock neighbours into one total.
  void (*row)(const void* x, int64_t n, void* total) = nullptr;
  // Folds `rows` rows, `stride` elements apart, into n <= kFoldTile totals.
  void (*columns)(const void* x, int64_t rows, int64_t stride, int64_t n, void* totals) = nullptr;
  // totals[i] = totals[i] with from[i].
  void (*join)(void* totals, const void* from, int64_t n) = nullptr;
  // Results of n totals over `count` elements each.
  void (*finish)(const void* totals, int64_t n, int64_t count, void* y) = nullptr;
};

// `start` is null where the kind does not take the dtype.
Fold FoldOf(ReduceKind, DType);
#if defined(__x86_64__)
Fold FoldF32Avx2(ReduceKind);
Fold FoldF32Avx512(ReduceKind);
#endif

}  // namespace slipway::ops
