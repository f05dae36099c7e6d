#include <algorithm>

#include "interpreter/kernel.h"
#include "ops/conv_3d_transpose/conv_3d_transpose.h"
#include "ops/convolution_3d.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  Conv3DTranspose op;
  Shape filter, x;
  Conv3DGeometry g;  // of the forward convolution y -> x; open where y is
  TensorType shape;
  bool open, bias;
  float lo, hi;
};

// [taps][O][I] -> [taps][I][O], so that the channels of y lie together.
void TurnFilter(const Conv3DGeometry& g, const float* filter, float* turned) {
  for (int64_t tap = 0; tap < g.FilterPixels(); ++tap)
    for (int64_t o = 0; o < g.in_c; ++o)
      for (int64_t i = 0; i < g.out_c; ++i)
        turned[(tap * g.out_c + i) * g.in_c + o] = filter[(tap * g.in_c + o) * g.out_c + i];
}

// The positions k of the window along one axis whose element of x exists: at = x * stride - pad + k * dilation.
int64_t Source(const Conv3DGeometry& g, size_t axis, int64_t at, int64_t k) {
  int64_t from = at + g.pad[axis] - k * g.dilation[axis];
  if (from < 0 || from % g.stride[axis] != 0) return -1;
  from /= g.stride[axis];
  return from < g.out[axis] ? from : -1;
}

// One pixel of y gathers from all elements of x that reach it, taps in order.
void Gather(const Conv3DGeometry& g, const float* x, const float* filter, int64_t d, int64_t h, int64_t w, float* y) {
  for (int64_t kd = 0; kd < g.filter[0]; ++kd) {
    int64_t xd = Source(g, 0, d, kd);
    if (xd < 0) continue;
    for (int64_t kh = 0; kh < g.filter[1]; ++kh) {
      int64_t xh = Source(g, 1, h, kh);
      if (xh < 0) continue;
      for (int64_t kw = 0; kw < g.filter[2]; ++kw) {
        int64_t xw = Source(g, 2, w, kw);
        if (xw < 0) continue;
        const float* from = x + ((xd * g.out[1] + xh) * g.out[2] + xw) * g.out_c;
        const float* tap = filter + ((kd * g.filter[1] + kh) * g.filter[2] + kw) * g.out_c * g.in_c;
        for (int64_t i = 0; i < g.out_c; ++i)
          for (int64_t o = 0; o < g.in_c; ++o) y[o] += from[i] * tap[i * g.in_c + o];
      }
    }
  }
}

void RunAll(const State& s, const Conv3DGeometry& g, const float* turned, EvalContext& c) {
  const float *x = c.In<float>(2), *bias = s.bias ? c.In<float>(3) : nullptr;
  float* y = c.Out<float>(0);
  int64_t image = g.in[0] * g.in[1] * g.in[2], work = g.FilterPixels() * g.out_c * g.in_c;
  c.pool().ForRange(g.batch * image, 1 + 65536 / (work + 1), [&](int64_t begin, int64_t end) {
    for (int64_t p = begin; p < end; ++p) {
      float* to = y + p * g.in_c;
      std::fill(to, to + g.in_c, 0.0f);
      int64_t at = p % image;
      Gather(g, x + p / image * (g.out[0] * g.out[1] * g.out[2] * g.out_c), turned, at / (g.in[1] * g.in[2]),
             at / g.in[2] % g.in[1], at % g.in[2], to);
      for (int64_t o = 0; o < g.in_c; ++o) {
        float v = bias ? to[o] + bias[o] : to[o];
        v = v < s.lo ? s.lo : v;
        to[o] = v > s.hi ? s.hi : v;
      }
    }
  });
}

Result<Shape> OutputShape(const State& s, const void* elements) {
  Tensor shape(s.shape, Buffer::View(nullptr, elements, DTypeBytes(s.shape.dtype, 5)));
  TensorType filter(DType::kF32, s.filter), x(DType::kF32, s.x);
  InferInput in[] = {{&s.shape, &shape}, {&filter}, {&x}};
  ASSIGN_OR_RETURN(TensorTypes types, Infer(s.op, Inputs(in)));
  return types[0].shape;
}

Code Eval(const State& s, EvalContext& c) {
  Conv3DGeometry g = s.g;
  if (s.open) {
    Result<Shape> y = OutputShape(s, c.In<void>(0));
    if (!y.ok()) return c.Fail(Code::kBadShape, y.status().message());
    if (Code code = c.Resize(0, *y); code != Code::kOk) return code;
    g = MakeGeometry3D(WindowsOf(s.op, *y, s.filter), *y, s.x);
  }
  float* turned = reinterpret_cast<float*>(c.scratch());
  TurnFilter(g, c.In<float>(1), turned);
  RunAll(s, g, turned, c);
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const Conv3DTranspose& op, interpreter::PrepareContext& c) {
  if (c.in(2).dtype != DType::kF32) return interpreter::NoKernelFor("Conv3DTranspose", c);
  State s{.op = op, .filter = c.in_shape(1), .x = c.in_shape(2), .shape = c.in(0)};
  s.open = !c.out_shape(0).IsStatic();
  s.bias = c.Has(3);
  ActivationRange(op.activation, &s.lo, &s.hi);
  if (!s.open) s.g = MakeGeometry3D(WindowsOf(op, c.out_shape(0), s.filter), c.out_shape(0), s.x);
  Kernel k = interpreter::MakeKernel(s, [](const State& state, EvalContext& e) { return Eval(state, e); });
  k.scratch_bytes = 4 * static_cast<size_t>(c.in_shape(1).Elements());
  return k;
}

}  // namespace slipway::ops
