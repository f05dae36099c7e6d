#pragma once

#include <algorithm>
#include <vector>

#include "ops/reference.h"
#include "ops/transpose/transpose.h"

namespace slipway::ops {

// y by squares of its rows and the axis along which x's rows run: element by element along either, each would be in
// another cache line of the other, and weights are large. A square is read as a whole before it is written, for lines
// that are a power of two apart drive each other out of the cache.
template <class T>
void TransposeSquares(RefView<T> x, RefView<T> y, const int64_t* strides, int across) {
  constexpr int64_t kSide = 16;
  const int last = y.shape.rank() - 1;
  int64_t y_strides[kMaxRank] = {};
  for (int i = 0; i <= last; ++i) y_strides[i] = y.shape.Elements(i + 1, last + 1);
  const int64_t rows = y.shape[across], columns = y.shape[last];
  Shape outer = y.shape;
  outer[across] = outer[last] = 1;
  std::vector<int64_t> begins;
  ForEachOffset(outer, y_strides, [&](int64_t, int64_t offset) { begins.push_back(offset); });
  ForEachOffset(outer, strides, [&](int64_t k, int64_t from) {
    const T* in = x.v.data() + from;
    T* out = y.v.data() + begins[static_cast<size_t>(k)];
    for (int64_t r = 0; r < rows; r += kSide)
      for (int64_t c = 0; c < columns; c += kSide) {
        const int64_t height = std::min(kSide, rows - r), width = std::min(kSide, columns - c);
        T square[kSide][kSide];
        const T* from_square = in + r + c * strides[last];  // strides[across] is 1
        for (int64_t j = 0; j < width; ++j)
          for (int64_t i = 0; i < height; ++i) square[i][j] = from_square[i + j * strides[last]];
        for (int64_t i = 0; i < height; ++i) std::copy_n(square[i], width, out + (r + i) * y_strides[across] + c);
      }
  });
}

template <class T>
void Reference(const Transpose&, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  const std::vector<int64_t>& perm = a.Ints(1);
  int64_t strides[kMaxRank] = {};  // of x along the axes of y
  for (int i = 0; i < x.shape.rank(); ++i) {
    int64_t axis = perm[static_cast<size_t>(i)] + (perm[static_cast<size_t>(i)] < 0 ? x.shape.rank() : 0);
    strides[i] = x.shape.Elements(static_cast<int>(axis) + 1, x.shape.rank());
  }
  int across = -1;  // the axis of y along which x's rows run, if it is not the last
  for (int i = 0; i + 1 < x.shape.rank(); ++i)
    if (strides[i] == 1 && y.shape[i] > 1) across = i;
  if (across >= 0) return TransposeSquares(x, y, strides, across);
  ForEachOffset(y.shape, strides, [&](int64_t to, int64_t from) { y[to] = x[from]; });
}

}  // namespace slipway::ops
