#pragma once
// Where a seeded random op is in its stream: in a variable that the loader gives the node, so that each interpreter has
// a stream of its own; without one (graphs that were not read from a file) those of a plan share one.

#include <atomic>
#include <memory>

#include "base/seeded_random.h"
#include "interpreter/kernel.h"

namespace slipway::interpreter {

class SeededStream {
 public:
  // `variable`: two 64-bit numbers (ops::OwnVariableOf); -1: none.
  SeededStream(int64_t seed, int64_t seed2, int variable)
      : seeds_(ChosenSeeds(seed, seed2)),
        unseeded_(seed == 0 && seed2 == 0),
        variable_(variable),
        shared_(std::make_shared<std::atomic<uint64_t>>(0)) {}

  struct Place {
    SeedPair seeds;
    uint64_t block;
  };
  // The start of the next `blocks` blocks, which are taken.
  Place Take(const EvalContext& c, uint64_t blocks) const {
    if (variable_ < 0) return {seeds_, shared_->fetch_add(blocks)};
    uint64_t* own = c.Variable<uint64_t>(variable_);
    SeedPair seeds = seeds_;
    if (unseeded_) {
      std::atomic_ref<uint64_t> drawn(own[1]);
      uint64_t none = 0;
      drawn.compare_exchange_strong(none, ChosenSeeds(0, 0).seed | 1);
      seeds.seed = drawn.load();
    }
    return {seeds, std::atomic_ref<uint64_t>(own[0]).fetch_add(blocks)};
  }

 private:
  SeedPair seeds_;
  bool unseeded_;
  int variable_;
  std::shared_ptr<std::atomic<uint64_t>> shared_;
};

}  // namespace slipway::interpreter
