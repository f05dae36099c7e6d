#pragma once
#include "base/random.h"
#include "ops/dropout/dropout.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Dropout& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  uint64_t key = static_cast<uint64_t>(op.key), step = static_cast<uint64_t>(a.Ints(1)[0]);
  auto low = [](uint64_t v) { return static_cast<uint32_t>(v); };
  auto high = [](uint64_t v) { return static_cast<uint32_t>(v >> 32); };
  for (int64_t i = 0; i < x.size(); ++i) {
    uint64_t block = static_cast<uint64_t>(i) / 4;
    PhiloxCounter words = Philox({low(block), high(block), low(step), high(step)}, {low(key), high(key)});
    float u = UniformFloat(words[static_cast<size_t>(i % 4)]);
    y[i] = u >= op.rate ? x[i] * T(1 / (1 - op.rate)) : T(0);
  }
}

}  // namespace slipway::ops
