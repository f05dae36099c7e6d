#include "interpreter/convolution/products.h"

#include "ops/reference.h"

namespace slipway::interpreter {

Products MakeProducts(bool transpose_a, bool transpose_b, const Shape& a, const Shape& b, const Shape& y) {
  auto leading = [](const Shape& s) { return Shape(s.dims().first(static_cast<size_t>(s.rank() - 2))); };
  Products p;
  p.m = y[y.rank() - 2];
  p.n = y[y.rank() - 1];
  p.k = a[a.rank() - (transpose_a ? 2 : 1)];
  p.transpose_a = transpose_a;
  p.transpose_b = transpose_b;
  p.a = ops::BroadcastOffsets(leading(a), leading(y));
  p.b = ops::BroadcastOffsets(leading(b), leading(y));
  p.distinct_b = leading(b).Elements();
  // One matrix b for consecutive matrices a is one product of more rows.
  if (p.distinct_b == 1 && !transpose_a && leading(a) == leading(y) && p.a.size() > 1) {
    p.m *= static_cast<int64_t>(p.a.size());
    p.a = p.b = {0};
  }
  return p;
}

}  // namespace slipway::interpreter
