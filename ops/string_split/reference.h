#pragma once

#include <algorithm>

#include "ops/reference.h"
#include "ops/string_split/string_split.h"

namespace slipway::ops {

template <class T>
void Reference(const StringSplit& op, RefArgs<T>& a) {
  const std::vector<std::string>& x = a.Strings(0);
  std::vector<int64_t> indices;
  std::vector<std::string> words;
  int64_t most = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    std::vector<std::string> row = WordsOf(op, x[i], a.Strings(1)[0]);
    most = std::max(most, static_cast<int64_t>(row.size()));
    for (size_t k = 0; k < row.size(); ++k) {
      indices.insert(indices.end(), {static_cast<int64_t>(i), static_cast<int64_t>(k)});
      words.push_back(row[k]);
    }
  }
  int64_t count = static_cast<int64_t>(words.size());
  if (!a.Resize(0, {count, 2}) || !a.Resize(1, {count})) return;
  a.OutInts(0) = indices;
  a.OutStrings(1) = words;
  a.OutInts(2) = {static_cast<int64_t>(x.size()), most};
}

}  // namespace slipway::ops
