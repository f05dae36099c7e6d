#pragma once
// The bodies of CodePairRow*: plain loops over blocks that compilers vectorise for the instruction set of the including
// source. Internal linkage throughout.

#include <algorithm>
#include <cstring>

#include "interpreter/math/code_pairs_dispatch.h"

namespace slipway::interpreter {
namespace {

constexpr int64_t kPairBlock = 64;

template <CodePair kPair>
inline int32_t PairValue(const CodePairArgs& g, int32_t a, int32_t b) {
  if constexpr (kPair == CodePair::kProduct) return g.y(a * b);
  int32_t fine = g.b(b);
  if constexpr (kPair == CodePair::kSum) return g.y(a * g.a_unit + ((fine ^ g.b_sign) - g.b_sign));
  int32_t d = a * g.a_unit - fine;
  return g.y(d * d);
}

// The block is written in one piece afterwards, since y may be a or b.
template <CodePair kPair, class T, bool kStepA, bool kStepB>
void PairBlock(const CodePairArgs& args, const T* a, const T* b, T* y, int64_t n) {
  const CodePairArgs g = args;
  T block[kPairBlock];
  for (int64_t i = 0; i < n; ++i) {
    int32_t v = PairValue<kPair>(g, a[kStepA ? i : 0] - g.a_zero, b[kStepB ? i : 0] - g.b_zero) + g.y_zero;
    v = v < g.lo ? g.lo : v;
    block[i] = static_cast<T>(v > g.hi ? g.hi : v);
  }
  std::memcpy(y, block, static_cast<size_t>(n) * sizeof(T));
}

template <CodePair kPair, class T, bool kStepA, bool kStepB>
void PairSteps(const CodePairArgs& g, const T* a, const T* b, T* y, int64_t n) {
  int64_t i = 0;
  for (; i + kPairBlock <= n; i += kPairBlock)
    PairBlock<kPair, T, kStepA, kStepB>(g, kStepA ? a + i : a, kStepB ? b + i : b, y + i, kPairBlock);
  if (i < n) PairBlock<kPair, T, kStepA, kStepB>(g, kStepA ? a + i : a, kStepB ? b + i : b, y + i, n - i);
}

// Plain loops, as PairRowFor takes them.
struct PlainPairSteps {
  template <CodePair kPair, class T, bool kStepA, bool kStepB>
  static void Run(const CodePairArgs& g, const T* a, const T* b, T* y, int64_t n) {
    PairSteps<kPair, T, kStepA, kStepB>(g, a, b, y, n);
  }
};

}  // namespace
}  // namespace slipway::interpreter
