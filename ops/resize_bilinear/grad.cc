#include "train/grad.h"
#include "ops/mat_mul/mat_mul.h"
#include "ops/reshape/reshape.h"
#include "ops/resize_bilinear/resize_bilinear.h"

namespace slipway::ops {

namespace {

// [in, out]: how much of output pixel o comes from input pixel i.
template <class T>
Tensor Weights(const ResizeBilinear& op, int64_t in, int64_t out) {
  Tensor w(DTypeOf<T>(), {in, out});
  auto at = [&](int64_t i, int64_t o) -> T& { return w.as<T>()[static_cast<size_t>(i * out + o)]; };
  for (int64_t o = 0; in > 0 && o < out; ++o) {
    Interpolation v = Interpolate(op, o, in, out);
    at(v.lower, o) += 1 - static_cast<T>(v.fraction);
    at(v.upper, o) += static_cast<T>(v.fraction);
  }
  return w;
}

}  // namespace

// It is a product with constant matrices along height and width; their transposes take dy back.
void Grad(const ResizeBilinear& op, train::GradContext& g) {
  DType t = g.type(g.input(0)).dtype;
  if (t != DType::kF32 && t != DType::kF64) return g.Fail(StrCat("x is ", t, ", expected f32 or f64"));
  auto weights = [&](int64_t in, int64_t out) {
    return g.Constant(t == DType::kF32 ? Weights<float>(op, in, out) : Weights<double>(op, in, out));
  };
  const Shape &x = g.type(g.input(0)).shape, &y = g.type(g.output(0)).shape;
  int64_t batch = x[0], channels = x[3];
  auto reshaped = [&](ir::ValueId v, std::vector<int64_t> dims) { return g.Add(Reshape{}, {v, g.ConstantInts(dims)}); };
  ir::ValueId rows = weights(x[1], y[1]), columns = weights(x[2], y[2]);
  ir::ValueId dx = reshaped(g.grad(0), {batch, y[1], y[2] * channels});
  dx = reshaped(g.Add(MatMul{}, {rows, dx}), {batch * x[1], y[2], channels});
  g.SetGrad(0, reshaped(g.Add(MatMul{}, {columns, dx}), {batch, x[1], x[2], channels}));
}

}  // namespace slipway::ops
