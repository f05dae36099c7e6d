#pragma once
// XNNPACK's memory, counted: what it allocates for packed weights, indirection buffers and objects.

#include <xnnpack.h>

#include <cstdint>

namespace slipway::interpreter {

const xnn_allocator& CountingAllocator();

// Counts what XNNPACK holds more at the end of a scope than at its beginning, of this thread.
class XnnMemoryScope {
 public:
  XnnMemoryScope();
  int64_t grown() const;

 private:
  int64_t before_;
};

}  // namespace slipway::interpreter
