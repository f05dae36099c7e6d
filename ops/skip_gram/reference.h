#pragma once

#include "ops/reference.h"
#include "ops/skip_gram/skip_gram.h"

namespace slipway::ops {

template <class T>
void Reference(const SkipGram& op, RefArgs<T>& a) {
  Result<std::vector<std::string>> grams = SkipGrams(op, a.Strings(0)[0]);
  if (!grams.ok()) return a.Fail(grams.status().message());  // skip_gram_c3
  if (!a.Resize(0, {static_cast<int64_t>(grams->size())})) return;
  a.OutStrings(0) = *std::move(grams);
}

}  // namespace slipway::ops
