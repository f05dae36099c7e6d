#include <algorithm>
#include <cmath>
#include <limits>

#include "interpreter/convolution/max_row.h"
#include "interpreter/convolution/pool.h"
#include "interpreter/kept.h"
#include "interpreter/kernel.h"
#include "ops/max_pool_2d/max_pool_2d.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

template <class T>
struct State {
  ConvGeometry g;
  interpreter::MaxOfRow<T> max_of_row;
  T lo, hi;
};

template <class T>
Code Eval(const State<T>& s, EvalContext& c) {
  const ConvGeometry& g = s.g;
  const T* x = c.In<T>(0);
  T* out = c.Out<T>(0);
  const int64_t step = g.in_w * g.in_c;
  interpreter::ForPooledRows(g, c.pool(), [&](int64_t image, int64_t row, int64_t h0, int64_t h1) {
    const T* first = x + (image * g.in_h + h0) * step;
    s.max_of_row({first, step, g.in_w, g.in_c, h1 - h0, g.filter_w, -g.pad_left, g.stride_w, g.out_w, s.lo, s.hi},
                 out + row * g.out_w * g.out_c);
  });
  return Code::kOk;
}

template <class T>
Kernel PrepareFor(const MaxPool2D& op, const ConvGeometry& g, interpreter::PrepareContext& c) {
  State<T> s{g, interpreter::BestMaxOfRow<T>(), std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max()};
  const Quantization& quant = c.out(0).quant;
  if constexpr (std::is_floating_point_v<T>) {
    ActivationRange(op.activation, &s.lo, &s.hi);
  } else if (!quant.empty()) {
    CodeRange range = QuantizedActivationRange(op.activation, c.out(0).dtype, quant);
    s.lo = static_cast<T>(range.lo);
    s.hi = static_cast<T>(range.hi);
  } else if (op.activation != Activation::kNone) {
    float lo, hi;
    ActivationRange(op.activation, &lo, &hi);
    s.lo = std::max(s.lo, static_cast<T>(std::is_unsigned_v<T> ? 0 : lo));
    if (!std::isinf(hi)) s.hi = static_cast<T>(hi);
  }
  return interpreter::MakeKernel(s, [](const State<T>& state, EvalContext& ctx) { return Eval(state, ctx); });
}

}  // namespace

Result<Kernel> Prepare(const MaxPool2D& op, interpreter::PrepareContext& c) {
  ConvGeometry g = MakeGeometry(c.in_shape(0), c.out_shape(0), op.filter_h, op.filter_w, WindowOf(op));
  Kernel k;
  interpreter::VisitFixedDTypeFor<MaxPool2D>(c.in(0).dtype, [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_same_v<T, float> || (std::is_integral_v<T> && !std::is_same_v<T, bool>))
      k = PrepareFor<T>(op, g, c);
  });
  if (k.eval) return k;
  return interpreter::NoKernelFor("MaxPool2D", c);
}

}  // namespace slipway::ops
