#pragma once
// The loop that pools share: for each output pixel, the input elements of its window, whole pixels at a time.

#include <algorithm>

#include "base/thread_pool.h"
#include "ops/convolution.h"

namespace slipway::interpreter {

// Calls f(image, row, h0, h1) for every row of output pixels (counted over all images), whose windows cover the rows
// [h0, h1) of the input. Output rows are shared among threads.
template <class F>
void ForPooledRows(const ops::ConvGeometry& g, ThreadPool& pool, F&& f) {
  if (g.out_c == 0) return;  // callers divide by it
  // Windows may be far larger than the image.
  int64_t work = g.out_w * g.out_c * std::min(g.filter_h, g.in_h) * std::min(g.filter_w, g.in_w);
  pool.ForRange(g.batch * g.out_h, 1 + (16 << 10) / (work + 1), [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      int64_t h = row % g.out_h * g.stride_h - g.pad_top;
      f(row / g.out_h, row, h < 0 ? 0 : h, h + g.filter_h < g.in_h ? h + g.filter_h : g.in_h);
    }
  });
}

// Calls f(image, y_at, h0, h1, w0, w1) for every output pixel: the element where it lies in y, and the rows [h0, h1)
// and columns [w0, w1) of its window that lie inside the input.
template <class F>
void ForPooled(const ops::ConvGeometry& g, ThreadPool& pool, F&& f) {
  ForPooledRows(g, pool, [&](int64_t image, int64_t row, int64_t h0, int64_t h1) {
    for (int64_t ow = 0; ow < g.out_w; ++ow) {
      int64_t w = ow * g.stride_w - g.pad_left;
      int64_t w0 = w < 0 ? 0 : w, w1 = w + g.filter_w < g.in_w ? w + g.filter_w : g.in_w;
      f(image, (row * g.out_w + ow) * g.out_c, h0, h1, w0, w1);
    }
  });
}

}  // namespace slipway::interpreter
