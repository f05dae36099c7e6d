#include "base/crc32c.h"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace slipway {

namespace {

constexpr std::array<uint32_t, 256> MakeTable() {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t c = i;
    for (int k = 0; k < 8; ++k) c = c & 1 ? (c >> 1) ^ 0x82f63b78u : c >> 1;
    table[i] = c;
  }
  return table;
}
constexpr auto kTable = MakeTable();

uint32_t Portable(uint32_t c, const unsigned char* p, size_t n) {
  for (size_t i = 0; i < n; ++i) c = kTable[(c ^ p[i]) & 255] ^ (c >> 8);
  return c;
}

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) uint32_t Sse42(uint32_t c, const unsigned char* p, size_t n) {
  uint64_t crc = c;
  for (; n >= 8; p += 8, n -= 8) {
    uint64_t word;
    std::memcpy(&word, p, 8);
    crc = _mm_crc32_u64(crc, word);
  }
  c = static_cast<uint32_t>(crc);
  for (; n > 0; ++p, --n) c = _mm_crc32_u8(c, *p);
  return c;
}

// The instruction takes three cycles and can begin in each: three stretches are checked side by side. What bytes
// before a stretch come to is what its length in zeros makes of them, which is the sum of what it makes of each bit.
constexpr size_t kStretch = 4096;

class BehindStretch {
 public:
  BehindStretch() {
    static constexpr unsigned char kZeros[kStretch] = {};
    for (int bit = 0; bit < 32; ++bit) of_bit_[bit] = Sse42(1u << bit, kZeros, kStretch);
  }
  uint32_t operator()(uint32_t crc) const {
    uint32_t moved = 0;
    for (int bit = 0; bit < 32; ++bit) moved ^= crc >> bit & 1 ? of_bit_[bit] : 0;
    return moved;
  }

 private:
  uint32_t of_bit_[32];
};

__attribute__((target("sse4.2"))) uint32_t Sse42Long(uint32_t c, const unsigned char* p, size_t n) {
  static const BehindStretch behind;
  for (; n >= 3 * kStretch; p += 3 * kStretch, n -= 3 * kStretch) {
    uint64_t crcs[3] = {c, 0, 0};
    for (size_t i = 0; i < kStretch; i += 8)
      for (size_t k = 0; k < 3; ++k) {
        uint64_t word;
        std::memcpy(&word, p + k * kStretch + i, 8);
        crcs[k] = _mm_crc32_u64(crcs[k], word);
      }
    c = static_cast<uint32_t>(crcs[0]);
    for (size_t k = 1; k < 3; ++k) c = behind(c) ^ static_cast<uint32_t>(crcs[k]);
  }
  return Sse42(c, p, n);
}
#endif

}  // namespace

uint32_t ExtendCrc32c(uint32_t crc, const void* data, size_t bytes) {
  const auto* p = static_cast<const unsigned char*>(data);
#if defined(__x86_64__)
  static const bool has_sse42 = __builtin_cpu_supports("sse4.2");
  if (has_sse42) return ~Sse42Long(~crc, p, bytes);
#endif
  return ~Portable(~crc, p, bytes);
}

}  // namespace slipway
