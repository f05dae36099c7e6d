#pragma once
// The random numbers of TensorFlow's seeded ops (RandomUniform, RandomStandardNormal, Multinomial), bit for bit up to
// the rounding of log, sin and cos. A stream is named by two seeds; block b of it is four words.

#include <algorithm>
#include <array>
#include <cmath>

#include "base/random.h"

namespace slipway {

struct SeedPair {
  uint64_t seed = 0, seed2 = 0;
};
// Both 0: seeds that differ from call to call.
SeedPair ChosenSeeds(int64_t seed, int64_t seed2);

inline PhiloxCounter SeededBlock(const SeedPair& s, uint64_t block) {
  return Philox({static_cast<uint32_t>(block), static_cast<uint32_t>(block >> 32), static_cast<uint32_t>(s.seed2),
                 static_cast<uint32_t>(s.seed2 >> 32)},
                {static_cast<uint32_t>(s.seed), static_cast<uint32_t>(s.seed >> 32)});
}

inline std::array<float, 4> SeededUniform(const SeedPair& s, uint64_t block) {
  PhiloxCounter words = SeededBlock(s, block);
  return {UniformFloat(words[0]), UniformFloat(words[1]), UniformFloat(words[2]), UniformFloat(words[3])};
}

// Box and Muller's method on neighbouring words.
inline std::array<float, 4> SeededNormal(const SeedPair& s, uint64_t block) {
  std::array<float, 4> u = SeededUniform(s, block), y;
  for (size_t i = 0; i < 4; i += 2) {
    float radius = std::sqrt(-2.0f * std::log(std::max(u[i], 1.0e-7f)));
    float angle = static_cast<float>(2.0 * M_PI * static_cast<double>(u[i + 1]));
    y[i] = std::sin(angle) * radius;
    y[i + 1] = std::cos(angle) * radius;
  }
  return y;
}

// [0, 1) with 52 random bits from words 2i and 2i + 1 after the start of `block`.
inline double SeededDouble(const SeedPair& s, uint64_t block, uint64_t i) {
  PhiloxCounter words = SeededBlock(s, block + i / 2);
  uint64_t bits = 1023ull << 52 | (words[i % 2 * 2] & 0xfffffull) << 32 | words[i % 2 * 2 + 1];
  double d;
  __builtin_memcpy(&d, &bits, 8);
  return d - 1.0;
}

}  // namespace slipway
