#pragma once
// StridedCopy: elements moved between two buffers by a nest of loops, the core of transpose, slice, concat, pad, tile,
// broadcast and their like.
//
//   for i0 < size[0] ... for ik < size[k]:  to[to_offset + sum i*to[.]] = from[from_offset + sum i*from[.]]
//
// Strides and offsets count elements; a `from` stride may be 0 (repeat) or negative (reverse). The targets of one copy
// are distinct. Loops are outermost first, and writing is fastest when `to` strides fall. Plain data: copy it freely.

#include <cstdint>

#include "base/dtype.h"
#include "base/shape.h"
#include "base/thread_pool.h"

namespace slipway::interpreter {

inline constexpr int kMaxLoops = 2 * kMaxRank;

struct StridedCopy {
  int element = 1;  // bytes: 1, 2, 4, 8 or 16; 0: std::string
  int loops = 0;
  int64_t size[kMaxLoops] = {}, from[kMaxLoops] = {}, to[kMaxLoops] = {};
  int64_t from_offset = 0, to_offset = 0;

  void Add(int64_t n, int64_t from_stride, int64_t to_stride) {
    CHECK(loops < kMaxLoops);
    size[loops] = n;
    from[loops] = from_stride;
    to[loops++] = to_stride;
  }
  int64_t Elements() const;
};

// Strides of a row-major tensor.
struct Strides {
  explicit Strides(const Shape&);
  int64_t operator[](int i) const { return stride[i]; }
  int64_t stride[kMaxRank] = {};
};

// Elements per move unit that StridedCopy takes for this dtype: its `element`, or -1 if it cannot move it (packed
// types, handles).
int MovableBytes(DType);

// The same copy with fewer and longer loops: loops of 1 go, neighbours that run on are merged, short contiguous runs
// become one wider element.
StridedCopy Simplify(const StridedCopy&);

// `from` and `to` must not overlap. Uses the pool for large copies.
void RunCopy(const StridedCopy&, const void* from, void* to, ThreadPool& pool);

}  // namespace slipway::interpreter
