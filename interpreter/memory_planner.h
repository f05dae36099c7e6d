#pragma once
// Where each tensor lies in the arena. Greedy by size (Pisarchyk & Lee, arXiv 2001.03288):
//
//  * take the blocks from the largest to the smallest;
//  * among the blocks placed so far that live at the same time, look for the smallest gap that is large enough;
//  * place it there, else behind the last of them.
//
// Offsets are multiples of kAlignment. Two blocks that are alive at a common step never overlap.

#include <cstddef>
#include <span>
#include <vector>

namespace slipway::interpreter {

struct Lifetime {
  size_t bytes = 0;
  int first = 0, last = 0;  // steps, inclusive
};

struct MemoryLayout {
  std::vector<size_t> offsets;  // one per lifetime
  size_t bytes = 0;             // of the whole arena
};

MemoryLayout PlanMemory(std::span<const Lifetime>);

}  // namespace slipway::interpreter
