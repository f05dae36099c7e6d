#pragma once

#include "ops/decode_raw/decode_raw.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const DecodeRaw& op, RefArgs<T>& a) {
  const std::vector<std::string>& x = a.Strings(0);
  size_t length = x.empty() ? 0 : x[0].size(), size = static_cast<size_t>(DTypeSize(op.out_type));
  for (size_t i = 0; i < x.size(); ++i)
    if (x[i].size() != length)
      return a.Fail(StrCat("string ", i, " has ", x[i].size(), " bytes, string 0 has ", length));  // decode_raw_c3
  if (length % size != 0)
    return a.Fail(StrCat("strings of ", length, " bytes, not a multiple of the ", size,
                         " bytes of an element"));  // decode_raw_c3
  Shape shape = a.in_shape(0);
  shape.push_back(static_cast<int64_t>(length / size));
  if (!a.Resize(0, shape)) return;
  size_t to = 0;
  for (const std::string& s : x)
    for (size_t i = 0; i < length; i += size, ++to) {
      if (IsFloat(op.out_type))
        a.SetReal(0, static_cast<int64_t>(to), RealFromBytes(s.data() + i, op.out_type, op.little_endian));
      else
        a.OutInts(0)[to] = IntFromBytes(s.data() + i, op.out_type, op.little_endian);
    }
}

}  // namespace slipway::ops
