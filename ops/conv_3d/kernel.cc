#include <algorithm>

#include "interpreter/gemm/f32.h"
#include "interpreter/kernel.h"
#include "ops/conv_3d/conv_3d.h"
#include "ops/convolution_3d.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;
namespace gemm = interpreter::gemm;

namespace {

constexpr int64_t kPatchBytes = 1 << 20;  // of windows laid out at once

struct State {
  Conv3DGeometry g;
  int64_t k;      // elements of a window
  int64_t block;  // windows at once
  float lo, hi;
  bool bias;
  Buffer packed;  // empty: the filter is packed at each invoke, into scratch
};

size_t Aligned(size_t bytes) { return (bytes + 63) / 64 * 64; }

// The window of output pixel `pixel` as one row of k elements, zeros outside of x.
void LayWindow(const Conv3DGeometry& g, const float* x, int64_t pixel, float* row) {
  int64_t w = pixel % g.out[2], h = pixel / g.out[2] % g.out[1], d = pixel / (g.out[2] * g.out[1]) % g.out[0];
  const float* image = x + pixel / (g.out[2] * g.out[1] * g.out[0]) * g.in[0] * g.in[1] * g.in[2] * g.in_c;
  std::fill(row, row + g.FilterPixels() * g.in_c, 0.0f);
  ForWindow3D(g, d, h, w,
              [&](int64_t tap, int64_t at) { std::copy_n(image + at * g.in_c, g.in_c, row + tap * g.in_c); });
}

void Pack(const State& s, const float* filter, float* packed) {
  gemm::PackF32(gemm::BestTilesF32(), filter, s.g.out_c, 1, s.k, s.g.out_c, 0, s.g.out_c, packed);
}

Code Eval(const State& s, EvalContext& c) {
  const float *x = c.In<float>(0), *filter = reinterpret_cast<const float*>(s.packed.data());
  float* patches = reinterpret_cast<float*>(c.scratch());
  if (!filter) {
    float* to = patches + Aligned(static_cast<size_t>(4 * s.block * s.k)) / 4;
    Pack(s, c.In<float>(1), to);
    filter = to;
  }
  for (int64_t done = 0, all = s.g.OutPixels(); done < all; done += s.block) {
    int64_t n = std::min(s.block, all - done);
    c.pool().ForRange(n, 1 + 16384 / s.k, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) LayWindow(s.g, x, done + i, patches + i * s.k);
    });
    gemm::GemmF32 product{.m = n, .n = s.g.out_c, .k = s.k, .a = patches, .a_row = s.k, .b = filter};
    product.c = c.Out<float>(0) + done * s.g.out_c;
    product.c_row = s.g.out_c;
    product.bias = s.bias ? c.In<float>(2) : nullptr;
    product.lo = s.lo;
    product.hi = s.hi;
    gemm::RunGemmF32(product, c.pool());
  }
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const Conv3D& op, interpreter::PrepareContext& c) {
  if (c.in(0).dtype != DType::kF32) return interpreter::NoKernelFor("Conv3D", c);
  State s{.g = MakeGeometry3D(WindowsOf(op, c.in_shape(0), c.in_shape(1)), c.in_shape(0), c.out_shape(0))};
  s.k = s.g.FilterPixels() * s.g.in_c;
  if (s.k == 0) return interpreter::NoKernelFor("Conv3D", c);
  s.block = std::clamp<int64_t>(kPatchBytes / (4 * s.k), 1, std::max<int64_t>(s.g.OutPixels(), 1));
  s.bias = c.Has(2);
  ActivationRange(op.activation, &s.lo, &s.hi);
  int64_t packed = gemm::PackedElementsF32(gemm::BestTilesF32(), s.k, s.g.out_c);
  size_t scratch = Aligned(static_cast<size_t>(4 * s.block * s.k)), packed_bytes = static_cast<size_t>(4 * packed);
  if (const Tensor* filter = c.constant(1)) {
    s.packed = Buffer::Allocate(std::max<size_t>(packed_bytes, 64));
    Pack(s, filter->as<float>().data(), reinterpret_cast<float*>(s.packed.mutable_data()));
  } else {
    scratch += Aligned(packed_bytes);
  }
  Kernel k = interpreter::MakeKernel(std::move(s), [](const State& state, EvalContext& e) { return Eval(state, e); });
  k.scratch_bytes = scratch;
  return k;
}

}  // namespace slipway::ops
