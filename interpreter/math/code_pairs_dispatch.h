#pragma once
// From kinds and dtypes to loops: `Steps` has Run<kPair, T, kStepA, kStepB>(args, a, b, y, n), where a step of 0
// repeats the first element. Internal linkage throughout, since sources of several instruction sets include it.

#include "interpreter/math/code_pairs.h"

namespace slipway::interpreter {
namespace {

template <class Steps, CodePair kPair, class T>
void PairRow(const CodePairArgs& g, const void* a, const void* b, void* y, int64_t n, int64_t a_step, int64_t b_step) {
  const T *first = static_cast<const T*>(a), *second = static_cast<const T*>(b);
  T* out = static_cast<T*>(y);
  if (a_step && b_step)
    Steps::template Run<kPair, T, true, true>(g, first, second, out, n);
  else if (a_step)
    Steps::template Run<kPair, T, true, false>(g, first, second, out, n);
  else
    Steps::template Run<kPair, T, false, true>(g, first, second, out, n);
}

template <class Steps, class T>
CodePairRow PairRowOf(CodePair pair) {
  switch (pair) {
    case CodePair::kSum:
      return PairRow<Steps, CodePair::kSum, T>;
    case CodePair::kSquaredDifference:
      return PairRow<Steps, CodePair::kSquaredDifference, T>;
    case CodePair::kProduct:
      return PairRow<Steps, CodePair::kProduct, T>;
  }
  return nullptr;
}

template <class Steps>
CodePairRow PairRowFor(CodePair pair, DType dtype) {
  if (dtype == DType::kI8) return PairRowOf<Steps, int8_t>(pair);
  if (dtype == DType::kU8) return PairRowOf<Steps, uint8_t>(pair);
  if (dtype == DType::kI16) return PairRowOf<Steps, int16_t>(pair);
  return nullptr;
}

}  // namespace
}  // namespace slipway::interpreter
