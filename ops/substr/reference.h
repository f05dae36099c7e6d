#pragma once

#include "ops/reference.h"
#include "ops/substr/substr.h"

namespace slipway::ops {

template <class T>
void Reference(const Substr& op, RefArgs<T>& a) {
  const std::vector<std::string>& x = a.Strings(0);
  bool each = a.in_shape(1).rank() > 0;
  for (size_t i = 0; i < x.size(); ++i) {
    int64_t position = a.Ints(1)[each ? i : 0], length = a.Ints(2)[each ? i : 0];
    std::optional<std::string> y = SubstrOf(op, x[i], position, length);
    if (!y)
      return a.Fail(StrCat("position ", position, " and length ", length, " do not fit string ", i, " of ", x[i].size(),
                           " bytes"));  // substr_c3
    a.OutStrings(0)[i] = *y;
  }
}

}  // namespace slipway::ops
