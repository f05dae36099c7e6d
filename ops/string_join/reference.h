#pragma once

#include "ops/reference.h"
#include "ops/string_join/string_join.h"

namespace slipway::ops {

template <class T>
void Reference(const StringJoin& op, RefArgs<T>& a) {
  for (size_t i = 0; i < a.OutStrings(0).size(); ++i) {
    std::string y;
    for (int k = 0; k < a.num_inputs(); ++k) {
      const std::vector<std::string>& x = a.Strings(k);
      if (k > 0) y += op.separator;
      y += x[a.in_shape(k).rank() == 0 ? 0 : i];
    }
    a.OutStrings(0)[i] = y;
  }
}

}  // namespace slipway::ops
