#pragma once

#include "ops/make_complex/make_complex.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const MakeComplex&, RefArgs<T>& a) {
  RefView<T> re = a.In(0), im = a.In(1), y = a.Out(0);
  std::vector<int64_t> from_re = BroadcastOffsets(re.shape, y.shape), from_im = BroadcastOffsets(im.shape, y.shape);
  for (size_t i = 0; i < from_re.size(); ++i) {
    y[2 * static_cast<int64_t>(i)] = re[from_re[i]];
    y[2 * static_cast<int64_t>(i) + 1] = im[from_im[i]];
  }
}

}  // namespace slipway::ops
