#include <algorithm>
#include <limits>

#include "interpreter/kernel.h"
#include "ops/convolution_3d.h"
#include "ops/pool_3d/pool_3d.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct Largest {
  template <class T>
  static T First(T) {
    return std::numeric_limits<T>::lowest();
  }
  template <class T>
  static T Add(T a, T v) {
    return a < v ? v : a;
  }
  template <class T>
  static T Result(T a, int64_t) {
    return a;
  }
};

struct Mean {
  static float First(float) { return 0; }
  static int64_t First(int64_t) { return 0; }
  template <class A, class T>
  static A Add(A sum, T v) {
    return sum + static_cast<A>(v);
  }
  static float Result(float sum, int64_t count) { return sum / static_cast<float>(count); }
  static int64_t Result(int64_t sum, int64_t count) { return (sum + (sum > 0 ? count / 2 : -(count / 2))) / count; }
};

// Up to kBlock channels of one window, which stay in registers. A is what is accumulated.
template <class Fold, class A, class T>
void PoolWindow(const Conv3DGeometry& g, const T* image, int64_t d, int64_t h, int64_t w, T* y) {
  constexpr int64_t kBlock = 32;
  for (int64_t c = 0; c < g.in_c; c += kBlock) {
    A folded[kBlock];
    std::fill_n(folded, kBlock, Fold::First(A{}));
    const int64_t n = std::min(kBlock, g.in_c - c);
    int64_t count = 0;
    ForWindow3D(g, d, h, w, [&](int64_t, int64_t pixel) {
      const T* from = image + pixel * g.in_c + c;
      for (int64_t i = 0; i < n; ++i) folded[i] = Fold::Add(folded[i], from[i]);
      ++count;
    });
    for (int64_t i = 0; i < n; ++i) y[c + i] = static_cast<T>(Fold::Result(folded[i], count));
  }
}

template <class Fold, class A, class T>
Code Eval(const Conv3DGeometry& g, EvalContext& c) {
  const T* x = c.In<T>(0);
  T* y = c.Out<T>(0);
  const int64_t image = g.in[0] * g.in[1] * g.in[2] * g.in_c;
  c.pool().ForRange(g.OutPixels(), 1 + 16384 / (g.FilterPixels() * g.in_c + 1), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t w = i % g.out[2], h = i / g.out[2] % g.out[1], d = i / (g.out[2] * g.out[1]) % g.out[0];
      int64_t n = i / (g.out[2] * g.out[1] * g.out[0]);
      PoolWindow<Fold, A>(g, x + n * image, d, h, w, y + i * g.in_c);
    }
  });
  return Code::kOk;
}

template <class T, class Sum>
Kernel Make(Pool3DKind kind, const Conv3DGeometry& g) {
  if (kind == Pool3DKind::kMax)
    return interpreter::MakeKernel(g,
                                   [](const Conv3DGeometry& s, EvalContext& c) { return Eval<Largest, T, T>(s, c); });
  return interpreter::MakeKernel(g, [](const Conv3DGeometry& s, EvalContext& c) { return Eval<Mean, Sum, T>(s, c); });
}

}  // namespace

Result<Kernel> Prepare(const Pool3D& op, interpreter::PrepareContext& c) {
  Conv3DGeometry g = MakeGeometry3D(WindowsOf(op, c.in_shape(0)), c.in_shape(0), c.out_shape(0));
  switch (c.in(0).dtype) {
    case DType::kF32:
      return Make<float, float>(op.kind, g);
    case DType::kI8:
      return Make<int8_t, int64_t>(op.kind, g);
    case DType::kU8:
      return Make<uint8_t, int64_t>(op.kind, g);
    case DType::kI16:
      return Make<int16_t, int64_t>(op.kind, g);
    default:
      return interpreter::NoKernelFor("Pool3D", c);
  }
}

}  // namespace slipway::ops
