#pragma once

#include "ops/as_string/as_string.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const AsString& op, RefArgs<T>& a) {
  bool is_bool = a.in_dtype(0) == DType::kBool;
  for (size_t i = 0; i < a.OutStrings(0).size(); ++i) {
    if constexpr (std::is_same_v<T, int64_t>)
      a.OutStrings(0)[i] = is_bool ? (a.Ints(0)[i] ? "true" : "false") : TextOf(op, a.Ints(0)[i]);
    else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>)
      a.OutStrings(0)[i] = TextOf(op, static_cast<double>(a.In(0)[static_cast<int64_t>(i)]));
  }
}

}  // namespace slipway::ops
