// Source: G. Pike, FarmHash (the "na" family; the same as CityHash64 of 2013 up to its constants).
//
//  * up to 16, 32 and 64 bytes: words from both ends, mixed by rotations and multiplications that depend on the length
//  * longer: blocks of 64 bytes into seven words of state; the last block, which may overlap the one before, again

#include "base/fingerprint.h"

#include <bit>
#include <cstring>
#include <utility>

namespace slipway {

namespace {

constexpr uint64_t kA = 0xc3a5c85c97cb3127u, kB = 0xb492b66fbe98f273u, kC = 0x9ae16a3b2f90404fu;

template <class T>
uint64_t Word(const char* at) {
  T v;
  std::memcpy(&v, at, sizeof v);
  return v;
}
uint64_t Long(const char* at) { return Word<uint64_t>(at); }

uint64_t Fold(uint64_t v) { return v ^ v >> 47; }
uint64_t Mix(uint64_t u, uint64_t v, uint64_t factor) { return Fold((Fold((u ^ v) * factor) ^ v) * factor) * factor; }

uint64_t Tiny(const char* s, uint64_t n) {
  if (n == 0) return kC;
  auto byte = [s](uint64_t i) { return static_cast<uint64_t>(static_cast<unsigned char>(s[i])); };
  uint64_t first = byte(0) + (byte(n / 2) << 8), last = n + (byte(n - 1) << 2);
  return Fold(first * kC ^ last * kA) * kC;
}

uint64_t UpTo16(const char* s, uint64_t n) {
  uint64_t factor = kC + 2 * n;
  if (n >= 8) {
    uint64_t head = Long(s) + kC, tail = Long(s + n - 8);
    return Mix(std::rotr(tail, 37) * factor + head, (std::rotr(head, 25) + tail) * factor, factor);
  }
  if (n >= 4) return Mix(n + (Word<uint32_t>(s) << 3), Word<uint32_t>(s + n - 4), factor);
  return Tiny(s, n);
}

// What strings of 17 to 64 bytes begin with: 16 bytes at each end.
struct Ends {
  uint64_t a, b, c, d, factor;
  Ends(const char* s, uint64_t n, uint64_t first_factor) : factor(kC + 2 * n) {
    a = Long(s) * first_factor;
    b = Long(s + 8);
    c = Long(s + n - 8) * factor;
    d = Long(s + n - 16) * kC;
  }
  uint64_t Outer() const { return std::rotr(a + b, 43) + std::rotr(c, 30) + d; }
  uint64_t Inner() const { return a + std::rotr(b + kC, 18) + c; }
};

uint64_t UpTo32(const char* s, uint64_t n) {
  Ends e(s, n, kB);
  return Mix(e.Outer(), e.Inner(), e.factor);
}

uint64_t UpTo64(const char* s, uint64_t n) {
  Ends e(s, n, kC);
  uint64_t y = e.Outer(), z = Mix(y, e.Inner(), e.factor);
  uint64_t p = Long(s + 16) * e.factor, q = Long(s + 24);
  uint64_t g = (y + Long(s + n - 32)) * e.factor, h = (z + Long(s + n - 24)) * e.factor;
  return Mix(std::rotr(p + q, 43) + std::rotr(g, 30) + h, p + std::rotr(q + e.a, 18) + g, e.factor);
}

using Pair = std::pair<uint64_t, uint64_t>;

// 32 bytes into a pair of words.
Pair Absorb(const char* s, uint64_t a, uint64_t b) {
  uint64_t z = Long(s + 24);
  a += Long(s);
  b = std::rotr(b + a + z, 21);
  uint64_t before = a;
  a += Long(s + 8) + Long(s + 16);
  return {a + z, b + std::rotr(a, 44) + before};
}

struct Blocks {
  uint64_t x, y, z;
  Pair v{0, 0}, w{0, 0};

  // 64 bytes; the last block is weighted otherwise.
  void Add(const char* s, uint64_t factor, uint64_t weight) {
    x = std::rotr(x + y + v.first + Long(s + 8), 37) * factor;
    y = std::rotr(y + v.second + Long(s + 48), 42) * factor;
    x ^= w.second * weight;
    y += v.first * weight + Long(s + 40);
    z = std::rotr(z + w.first, 33) * factor;
    v = Absorb(s, v.second * factor, x + w.first);
    w = Absorb(s + 32, z + w.second, y + Long(s + 16));
    std::swap(z, x);
  }
};

uint64_t Many(const char* s, uint64_t n) {
  constexpr uint64_t kSeed = 81;
  Blocks state;
  state.x = kSeed * kC + Long(s);
  state.y = kSeed * kB + 113;
  state.z = Fold(state.y * kC + 113) * kC;
  for (uint64_t at = 0; at + 64 < n; at += 64) state.Add(s + at, kB, 1);
  uint64_t factor = kB + ((state.z & 0xff) << 1);
  state.w.first += (n - 1) & 63;
  state.v.first += state.w.first;
  state.w.first += state.v.first;
  state.Add(s + n - 64, factor, 9);
  return Mix(Mix(state.v.first, state.w.first, factor) + Fold(state.y) * kA + state.z,
             Mix(state.v.second, state.w.second, factor) + state.x, factor);
}

}  // namespace

uint64_t Fingerprint64(std::string_view bytes) {
  uint64_t n = bytes.size();
  return n <= 16   ? UpTo16(bytes.data(), n)
         : n <= 32 ? UpTo32(bytes.data(), n)
         : n <= 64 ? UpTo64(bytes.data(), n)
                   : Many(bytes.data(), n);
}

}  // namespace slipway
