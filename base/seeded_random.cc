#include "base/seeded_random.h"

#include <atomic>
#include <chrono>

namespace slipway {

SeedPair ChosenSeeds(int64_t seed, int64_t seed2) {
  if (seed != 0 || seed2 != 0) return {static_cast<uint64_t>(seed), static_cast<uint64_t>(seed2)};
  static std::atomic<uint64_t> calls = 0;
  uint64_t now = static_cast<uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  uint64_t here = reinterpret_cast<uintptr_t>(&seed);  // differs from process to process
  return {StreamKey(now, "seed"), StreamKey(here + ++calls, "seed2")};
}

}  // namespace slipway
