#pragma once

#include "ops/mat_mul/mat_mul.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const MatMul& op, RefArgs<T>& args) {
  RefView<T> a = args.In(0), b = args.In(1), y = args.Out(0);
  int64_t m = y.dim(-2), n = y.dim(-1), depth = a.dim(op.transpose_a ? -2 : -1);
  auto leading = [](const Shape& s) { return Shape(s.dims().first(static_cast<size_t>(s.rank() - 2))); };
  std::vector<int64_t> batch_a = BroadcastOffsets(leading(a.shape), leading(y.shape));
  std::vector<int64_t> batch_b = BroadcastOffsets(leading(b.shape), leading(y.shape));
  for (int64_t k = 0; k < y.size(); ++k) {
    int64_t batch = k / (m * n), row = k / n % m, col = k % n;
    int64_t at_a = batch_a[static_cast<size_t>(batch)] * m * depth;
    int64_t at_b = batch_b[static_cast<size_t>(batch)] * depth * n;
    T sum = T(0);
    for (int64_t i = 0; i < depth; ++i)
      sum += a[at_a + (op.transpose_a ? i * m + row : row * depth + i)] *
             b[at_b + (op.transpose_b ? col * depth + i : i * n + col)];
    y[k] = sum;
  }
}

}  // namespace slipway::ops
