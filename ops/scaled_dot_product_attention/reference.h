#pragma once

#include <vector>

#include "ops/reference.h"
#include "ops/scaled_dot_product_attention/scaled_dot_product_attention.h"

namespace slipway::ops {

template <class T>
void Reference(const ScaledDotProductAttention& op, RefArgs<T>& a) {
  using std::exp;
  RefView<T> q = a.In(0), k = a.In(1), v = a.In(2), mask = a.In(3), y = a.Out(0);
  const int64_t time = q.dim(1), heads = q.dim(2), depth = q.dim(3), places = k.dim(1), groups = k.dim(2);
  const T scale(AttentionScale(op, depth));
  auto mask_at = [&](int64_t b, int64_t h, int64_t t, int64_t s) {
    const int64_t at[] = {b, h, t, s};
    int64_t index = 0;
    for (int i = 0; i < 4; ++i) index = index * mask.dim(i) + (mask.dim(i) == 1 ? 0 : at[i]);
    return mask[index];
  };
  for (int64_t row = 0; row < (depth ? q.size() / depth : 0); ++row) {
    const int64_t h = row % heads, t = row / heads % time, b = row / heads / time, group = h / (heads / groups);
    auto key = [&](int64_t s) { return ((b * places + s) * groups + group) * depth; };
    std::vector<T> p;
    for (int64_t s = 0; s < places; ++s) {
      T dot(0);
      for (int64_t i = 0; i < depth; ++i) dot += q[row * depth + i] * k[key(s) + i];
      p.push_back(dot * scale + mask_at(b, h, t, s));
    }
    T largest = p.empty() ? T(0) : p[0], sum(0);
    for (const T& x : p) largest = largest < x ? x : largest;
    for (T& x : p) sum += x = exp(x - largest);
    for (int64_t i = 0; i < depth; ++i) {
      T total(0);
      for (int64_t s = 0; s < places; ++s) total += p[static_cast<size_t>(s)] / sum * v[key(s) + i];
      y[row * depth + i] = total;
    }
  }
}

}  // namespace slipway::ops
