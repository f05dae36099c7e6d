#include <algorithm>

#include "interpreter/convolution/matmul_quant.h"
#include "interpreter/gemm/f32.h"
#include "interpreter/kernel.h"
#include "ops/mat_mul/mat_mul.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;
using interpreter::Products;
namespace gemm = interpreter::gemm;

namespace {

Products ProductsOf(const MatMul& op, const interpreter::PrepareContext& c) {
  return interpreter::MakeProducts(op.transpose_a, op.transpose_b, c.in_shape(0), c.in_shape(1), c.out_shape(0));
}

struct FloatState {
  Products p;
  bool pack;      // b is read packed
  Buffer packed;  // empty: packed at each invoke, into scratch
  int64_t packed_elements;
};

// Packs panel `i` of all panels of all matrices b.
void PackPanel(const FloatState& s, const float* b, float* packed, int64_t i) {
  const gemm::TilesF32& tiles = gemm::BestTilesF32();
  const Products& p = s.p;
  int64_t panels = (p.n + tiles.columns - 1) / tiles.columns;
  int64_t matrix = i / panels, first = i % panels * tiles.columns;
  gemm::PackF32(tiles, b + matrix * p.k * p.n, p.transpose_b ? 1 : p.n, p.transpose_b ? p.k : 1, p.k, p.n, first,
                std::min<int64_t>(p.n, first + tiles.columns), packed + matrix * s.packed_elements);
}

int64_t NumPanels(const FloatState& s) {
  int64_t columns = gemm::BestTilesF32().columns;
  return s.p.distinct_b * ((s.p.n + columns - 1) / columns);
}

Code EvalFloat(const FloatState& s, EvalContext& c) {
  const gemm::TilesF32& tiles = gemm::BestTilesF32();
  const Products& p = s.p;
  const float *a = c.In<float>(0), *b = c.In<float>(1);
  float* y = c.Out<float>(0);
  if (s.pack) {
    const float* packed = reinterpret_cast<const float*>(s.packed.data());
    if (!packed) {
      float* to = reinterpret_cast<float*>(c.scratch());
      c.pool().ForRange(NumPanels(s), 1, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) PackPanel(s, b, to, i);
      });
      packed = to;
    }
    b = packed;
  }
  gemm::GemmF32 g;
  g.m = p.m;
  g.n = g.c_row = p.n;
  g.k = p.k;
  g.a_row = p.transpose_a ? 1 : p.k;
  g.a_k = p.transpose_a ? p.m : 1;
  g.b_row = s.pack ? 0 : p.n;
  int64_t b_matrix = s.pack ? s.packed_elements : p.k * p.n;
  int64_t products = static_cast<int64_t>(p.a.size());
  int threads = c.pool().num_threads();
  gemm::GridF32 grid = gemm::MakeGridF32(tiles, p.m, p.n, p.k, products >= 4 * threads ? 1 : threads);
  int64_t grain = 1 + (16 << 10) / std::max<int64_t>(1, p.m * p.n * p.k);
  c.pool().ForRange(products * grid.tasks(), grain, [&](int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end; ++task) {
      size_t product = static_cast<size_t>(task / grid.tasks());
      gemm::GemmF32 one = g;
      one.a = a + p.a[product] * p.m * p.k;
      one.b = b + p.b[product] * b_matrix;
      one.c = y + static_cast<int64_t>(product) * p.m * p.n;
      gemm::RunTaskF32(tiles, grid, one, static_cast<int>(task % grid.tasks()));
    }
  });
  return Code::kOk;
}

Kernel PrepareFloat(const MatMul& op, interpreter::PrepareContext& c) {
  constexpr int64_t kPackRows = 64;  // fewer rows of a do not pay for packing b
  FloatState s{ProductsOf(op, c), false, {}, 0};
  const Tensor* b = c.constant(1);
  s.pack = b || op.transpose_b || s.p.m >= kPackRows;
  s.packed_elements = gemm::PackedElementsF32(gemm::BestTilesF32(), s.p.k, s.p.n);
  size_t bytes = s.pack ? 4 * static_cast<size_t>(s.packed_elements * s.p.distinct_b) : 0;
  if (b) {
    s.packed = Buffer::Allocate(std::max<size_t>(bytes, 64));
    for (int64_t i = 0; i < NumPanels(s); ++i)
      PackPanel(s, b->as<float>().data(), reinterpret_cast<float*>(s.packed.mutable_data()), i);
  }
  Kernel k = interpreter::MakeKernel(std::move(s),
                                     [](const FloatState& state, EvalContext& ctx) { return EvalFloat(state, ctx); });
  k.scratch_bytes = b ? 0 : bytes;
  if (b) k.unread = 1u << 1;
  return k;
}

// Unquantized integers; sums wrap.
template <class T>
Code EvalInt(const Products& p, EvalContext& c) {
  const T *a = c.In<T>(0), *b = c.In<T>(1);
  T* y = c.Out<T>(0);
  c.pool().ForRange(static_cast<int64_t>(p.a.size()) * p.m, 1, [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) {
      size_t product = static_cast<size_t>(r / p.m);
      const T* from_a = a + p.a[product] * p.m * p.k + r % p.m * (p.transpose_a ? 1 : p.k);
      const T* from_b = b + p.b[product] * p.k * p.n;
      for (int64_t j = 0; j < p.n; ++j) {
        uint64_t sum = 0;
        for (int64_t i = 0; i < p.k; ++i)
          sum += static_cast<uint64_t>(from_a[p.transpose_a ? i * p.m : i]) *
                 static_cast<uint64_t>(from_b[p.transpose_b ? j * p.k + i : i * p.n + j]);
        y[r * p.n + j] = static_cast<T>(sum);
      }
    }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const MatMul& op, interpreter::PrepareContext& c) {
  DType t = c.in(0).dtype;
  if (t == DType::kF32 && c.in(1).dtype == t) return PrepareFloat(op, c);
  if (interpreter::IsQuantizedMatMul(c))
    return interpreter::PrepareQuantizedMatMul(ProductsOf(op, c), op.asymmetric_quantize_inputs, c);
  Kernel k;
  if (t == c.in(1).dtype && t == c.out(0).dtype)
    VisitFixedDType(t, [&](auto tag) {
      using T = decltype(tag);
      if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
        k = interpreter::MakeKernel(ProductsOf(op, c),
                                    [](const Products& p, EvalContext& ctx) { return EvalInt<T>(p, ctx); });
    });
  if (k.eval) return k;
  return interpreter::NoKernelFor("MatMul", c);
}

}  // namespace slipway::ops
