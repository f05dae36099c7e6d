#pragma once

#include "ops/reference.h"
#include "ops/string_case/string_case.h"

namespace slipway::ops {

template <class T>
void Reference(const StringCase& op, RefArgs<T>& a) {
  const std::vector<std::string>& x = a.Strings(0);
  for (size_t i = 0; i < x.size(); ++i) {
    std::string y = x[i];
    for (char& c : y)
      if (op.upper ? c >= 'a' && c <= 'z' : c >= 'A' && c <= 'Z') c = static_cast<char>(c ^ 0x20);
    a.OutStrings(0)[i] = y;
  }
}

}  // namespace slipway::ops
