#pragma once

#include <algorithm>

#include "ops/reference.h"
#include "ops/string_length/string_length.h"

namespace slipway::ops {

template <class T>
void Reference(const StringLength& op, RefArgs<T>& a) {
  const std::vector<std::string>& x = a.Strings(0);
  for (size_t i = 0; i < x.size(); ++i) {
    // Bytes 10xxxxxx continue a character.
    auto begins = [](char c) { return (c & 0xc0) != 0x80; };
    a.OutInts(0)[i] =
        op.characters ? std::count_if(x[i].begin(), x[i].end(), begins) : static_cast<int64_t>(x[i].size());
  }
}

}  // namespace slipway::ops
