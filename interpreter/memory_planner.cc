#include "interpreter/memory_planner.h"

#include <algorithm>
#include <numeric>

#include "interpreter/memory.h"

namespace slipway::interpreter {

MemoryLayout PlanMemory(std::span<const Lifetime> blocks) {
  MemoryLayout layout;
  layout.offsets.assign(blocks.size(), 0);
  std::vector<size_t> order(blocks.size());
  std::iota(order.begin(), order.end(), size_t{0});
  auto larger = [&](size_t a, size_t b) {
    return blocks[a].bytes != blocks[b].bytes ? blocks[a].bytes > blocks[b].bytes : a < b;
  };
  std::make_heap(order.begin(), order.end(), larger);  // a third of the code of std::sort
  std::sort_heap(order.begin(), order.end(), larger);

  std::vector<size_t> placed;  // by offset
  auto rounded = [&](size_t i) { return (blocks[i].bytes + kAlignment - 1) / kAlignment * kAlignment; };
  for (size_t i : order) {
    if (blocks[i].bytes == 0) continue;
    size_t bytes = rounded(i), end = 0, best = 0, best_gap = SIZE_MAX;
    for (size_t p : placed) {
      if (blocks[p].last < blocks[i].first || blocks[p].first > blocks[i].last) continue;
      size_t offset = layout.offsets[p];
      if (offset > end && offset - end >= bytes && offset - end < best_gap) {
        best = end;
        best_gap = offset - end;
      }
      end = std::max(end, offset + rounded(p));
    }
    size_t offset = best_gap == SIZE_MAX ? end : best;
    layout.offsets[i] = offset;
    layout.bytes = std::max(layout.bytes, offset + bytes);
    auto behind = [&](size_t at, size_t p) { return at < layout.offsets[p]; };
    placed.insert(std::upper_bound(placed.begin(), placed.end(), offset, behind), i);
  }
  return layout;
}

}  // namespace slipway::interpreter
