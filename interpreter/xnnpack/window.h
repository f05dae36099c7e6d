#pragma once
// Windows of convolutions and pools in XNNPACK's words.

#include <algorithm>

#include "interpreter/xnnpack/builder.h"
#include "ops/convolution.h"

namespace slipway::interpreter {

// Rows and columns of zeros (pools: of nothing) around the input.
struct XnnPadding {
  uint32_t top = 0, right = 0, bottom = 0, left = 0;
};

// Of a forward window, such that XNNPACK arrives at the same output size.
inline XnnPadding XnnPaddingOf(const ops::ConvGeometry& g) {
  auto after = [](int64_t in, int64_t out, int64_t stride, int64_t filter, int64_t dilation, int64_t before) {
    int64_t reach = (out - 1) * stride + (filter - 1) * dilation + 1;
    return static_cast<uint32_t>(std::max<int64_t>(0, reach - in - before));
  };
  return {static_cast<uint32_t>(g.pad_top), after(g.in_w, g.out_w, g.stride_w, g.filter_w, g.dilation_w, g.pad_left),
          after(g.in_h, g.out_h, g.stride_h, g.filter_h, g.dilation_h, g.pad_top), static_cast<uint32_t>(g.pad_left)};
}

inline uint32_t U32(int64_t v) { return static_cast<uint32_t>(v); }
inline size_t Size(int64_t v) { return static_cast<size_t>(v); }

}  // namespace slipway::interpreter
