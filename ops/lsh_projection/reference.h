#pragma once

#include <cstring>

#include "ops/lsh_projection/lsh_projection.h"
#include "ops/reference.h"

namespace slipway::ops {

// The bytes of the elements: of the dtype that x has, whatever T is.
template <class T>
std::vector<char> BytesOfElements(std::span<const T> elements, DType dtype) {
  size_t size = static_cast<size_t>(DTypeSize(dtype));
  std::vector<char> bytes(elements.size() * size);
  for (size_t i = 0; i < elements.size(); ++i)
    VisitFixedDType(dtype, [&](auto tag) {
      using E = decltype(tag);
      E v;
      if constexpr (std::is_same_v<E, Half> || std::is_same_v<E, BFloat16>)
        v = E(static_cast<float>(static_cast<double>(elements[i])));
      else if constexpr (kIsReal<T>)
        v = static_cast<E>(static_cast<double>(elements[i]));
      else
        v = static_cast<E>(elements[i]);
      std::memcpy(bytes.data() + i * size, &v, size);
    });
  return bytes;
}

template <class T>
void Reference(const LshProjection& op, RefArgs<T>& a) {
  const Shape &hash = a.in_shape(0), &x = a.in_shape(1);
  std::vector<char> items = BytesOfElements<T>(a.In(1).v, a.in_dtype(1)), key;
  size_t bytes = static_cast<size_t>(x.Elements(1, x.rank()) * DTypeSize(a.in_dtype(1)));
  key.resize(sizeof(float) + bytes);
  std::vector<float> weights;
  for (int64_t i = 0; a.Has(2) && i < x[0]; ++i) weights.push_back(static_cast<float>(a.InReal(2, i)));
  std::vector<int64_t>& y = a.OutInts(0);
  for (int64_t f = 0; f < hash[0]; ++f) {
    if (op.type == LshType::kSparse) y[static_cast<size_t>(f)] = f << hash[1];
    for (int64_t b = 0; b < hash[1]; ++b) {
      float seed = static_cast<float>(a.InReal(0, f * hash[1] + b));
      bool bit = LshBit(seed, items.data(), x[0], bytes, a.Has(2) ? weights.data() : nullptr, key.data());
      if (op.type == LshType::kDense)
        y[static_cast<size_t>(f * hash[1] + b)] = bit;
      else
        y[static_cast<size_t>(f)] += int64_t{bit} << (hash[1] - 1 - b);
    }
  }
}

}  // namespace slipway::ops
