#include "interpreter/memory_planner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <algorithm>

#include "base/random.h"
#include "interpreter/memory.h"

namespace slipway::interpreter {
namespace {

void ExpectNoOverlap(const std::vector<Lifetime>& blocks, const MemoryLayout& layout) {
  for (size_t a = 0; a < blocks.size(); ++a) {
    EXPECT_EQ(layout.offsets[a] % kAlignment, 0u);
    EXPECT_LE(layout.offsets[a] + blocks[a].bytes, layout.bytes);
    for (size_t b = 0; b < a; ++b) {
      bool together = blocks[a].first <= blocks[b].last && blocks[b].first <= blocks[a].last;
      bool apart = layout.offsets[a] + blocks[a].bytes <= layout.offsets[b] ||
                   layout.offsets[b] + blocks[b].bytes <= layout.offsets[a];
      bool nothing = blocks[a].bytes == 0 || blocks[b].bytes == 0;
      EXPECT_TRUE(!together || apart || nothing) << a << " and " << b << " overlap";
    }
  }
}

TEST(PlanMemory, ChainNeedsTwoBlocks) {
  std::vector<Lifetime> chain;
  for (int i = 0; i < 10; ++i) chain.push_back({640, i, i + 1});
  MemoryLayout layout = PlanMemory(chain);
  ExpectNoOverlap(chain, layout);
  EXPECT_EQ(layout.bytes, 1280u);
}

TEST(PlanMemory, SmallBlocksFillTheSmallestGap) {
  // 0 and 2 leave a gap of 128 below 3; 4 fits into it exactly.
  std::vector<Lifetime> blocks = {{256, 0, 3}, {128, 0, 0}, {192, 0, 3}, {64, 2, 3}};
  MemoryLayout layout = PlanMemory(blocks);
  ExpectNoOverlap(blocks, layout);
  EXPECT_EQ(layout.offsets[3], layout.offsets[1]);
}

TEST(PlanMemory, NothingNeedsNothing) {
  EXPECT_EQ(PlanMemory({}).bytes, 0u);
  std::vector<Lifetime> empty = {{0, 0, 5}};
  EXPECT_EQ(PlanMemory(empty).bytes, 0u);
}

TEST(PlanMemory, RandomLifetimesNeverOverlap) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    RandomStream random(StreamKey(seed, "lifetimes"));
    std::vector<Lifetime> blocks(1 + random.Below(80));
    size_t total = 0, at_once = 0;
    for (Lifetime& b : blocks) {
      b.first = static_cast<int>(random.Below(50));
      b.last = b.first + static_cast<int>(random.Below(10));
      b.bytes = random.Below(5) == 0 ? 0 : random.Below(5000);
      total += (b.bytes + 63) / 64 * 64;
    }
    for (int step = 0; step < 60; ++step) {
      size_t live = 0;
      for (const Lifetime& b : blocks)
        if (b.first <= step && step <= b.last) live += b.bytes;
      at_once = std::max(at_once, live);
    }
    MemoryLayout layout = PlanMemory(blocks);
    ExpectNoOverlap(blocks, layout);
    EXPECT_LE(layout.bytes, total);
    EXPECT_GE(layout.bytes, at_once);
    EXPECT_LE(layout.bytes, at_once * 2 + 64 * blocks.size());
  }
}

}  // namespace
}  // namespace slipway::interpreter
