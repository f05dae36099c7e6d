#pragma once

#include "ops/reference.h"
#include "ops/rng_bit_generator/rng_bit_generator.h"

namespace slipway::ops {

template <class T>
void Reference(const RngBitGenerator& op, RefArgs<T>& a) {
  std::vector<uint64_t> state;
  for (int64_t v : a.Ints(0)) state.push_back(static_cast<uint64_t>(v));
  std::vector<int64_t>& y = a.OutInts(1);
  size_t per_element = DTypeSize(op.out_type) == 8 ? 2 : 1;
  std::vector<uint32_t> words(y.size() * per_element);
  GenerateBits(op.algorithm, state.data(), static_cast<int64_t>(state.size()), words.data(),
               static_cast<int64_t>(words.size()));
  for (size_t i = 0; i < y.size(); ++i)
    y[i] = per_element == 1 ? int64_t{words[i]}
                            : static_cast<int64_t>(words[2 * i] | static_cast<uint64_t>(words[2 * i + 1]) << 32);
  a.OutInts(0).assign(state.begin(), state.end());
}

}  // namespace slipway::ops
