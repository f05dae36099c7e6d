#pragma once

#include "ops/reference.h"
#include "ops/string_to_number/string_to_number.h"

namespace slipway::ops {

template <class T>
void Reference(const StringToNumber& op, RefArgs<T>& a) {
  const std::vector<std::string>& x = a.Strings(0);
  for (size_t i = 0; i < x.size(); ++i) {
    std::optional<double> real = IsFloat(op.out_type) ? RealOfText(x[i], op.out_type) : std::nullopt;
    std::optional<int64_t> integer = IsFloat(op.out_type) ? std::nullopt : IntOfText(x[i], op.out_type);
    if (!real && !integer)
      return a.Fail(StrCat("string ", i, ", '", x[i].substr(0, 40), "', is no number of type ",
                           op.out_type));  // string_to_number_c3
    if (real)
      a.SetReal(0, static_cast<int64_t>(i), *real);
    else
      a.OutInts(0)[i] = *integer;
  }
}

}  // namespace slipway::ops
