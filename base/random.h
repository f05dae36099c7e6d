#pragma once
// Stateless random numbers: Philox 4x32-10 (Salmon et al., SC'11), the generator of TensorFlow's stateless ops.
// There is no state: a stream is named by a key, an element of it by a 128-bit counter.

#include <array>
#include <cstdint>
#include <string_view>

namespace slipway {

using PhiloxCounter = std::array<uint32_t, 4>;
using PhiloxKey = std::array<uint32_t, 2>;

inline PhiloxCounter Philox(PhiloxCounter c, PhiloxKey k) {
  for (int round = 0; round < 10; ++round) {
    uint64_t p0 = 0xD2511F53ull * c[0], p1 = 0xCD9E8D57ull * c[2];
    c = {static_cast<uint32_t>(p1 >> 32) ^ c[1] ^ k[0], static_cast<uint32_t>(p1),
         static_cast<uint32_t>(p0 >> 32) ^ c[3] ^ k[1], static_cast<uint32_t>(p0)};
    k[0] += 0x9E3779B9u;
    k[1] += 0xBB67AE85u;
  }
  return c;
}

// [0, 1) with 23 random bits, as TensorFlow makes it.
inline float UniformFloat(uint32_t word) {
  uint32_t bits = 0x3f800000u | (word & 0x7fffffu);
  float f;
  __builtin_memcpy(&f, &bits, 4);
  return f - 1.0f;
}

// A 64-bit FNV-1a hash, mixed: names a stream by (seed, purpose).
inline uint64_t StreamKey(uint64_t seed, std::string_view purpose) {
  uint64_t h = 0xcbf29ce484222325ull ^ (seed * 0x9E3779B97F4A7C15ull);
  for (char c : purpose) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  h ^= h >> 32;
  h *= 0xd6e8feb86659fd93ull;
  return h ^ (h >> 32);
}

// A convenient walker over one stream: words in order, four per Philox block.
class RandomStream {
 public:
  explicit RandomStream(uint64_t key, uint64_t offset = 0)
      : key_{static_cast<uint32_t>(key), static_cast<uint32_t>(key >> 32)}, block_(offset) {}
  uint32_t Word() {
    if (used_ == 4) {
      words_ = Philox({static_cast<uint32_t>(block_), static_cast<uint32_t>(block_ >> 32), 0, 0}, key_);
      ++block_;
      used_ = 0;
    }
    return words_[used_++];
  }
  float Uniform() { return UniformFloat(Word()); }
  float Uniform(float lo, float hi) { return Uniform() * (hi - lo) + lo; }
  // [0, n), by rejection, so every value is equally likely.
  uint64_t Below(uint64_t n) {
    uint64_t limit = ~0ull - (~0ull % n + 1) % n;
    while (true) {
      uint64_t lo = Word();
      uint64_t v = lo | static_cast<uint64_t>(Word()) << 32;
      if (v <= limit) return v % n;
    }
  }

 private:
  PhiloxKey key_;
  uint64_t block_;
  PhiloxCounter words_{};
  int used_ = 4;
};

}  // namespace slipway
