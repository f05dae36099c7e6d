#include "interpreter/convolution/matmul_quant.h"

#include <algorithm>
#include <limits>

#include "interpreter/convolution/dynamic_quantize.h"
#include "interpreter/convolution/product_i8.h"
#include "interpreter/gemm/i8.h"

namespace slipway::interpreter {

namespace {

using gemm::Requantize;

enum class Kind { kI8, kI8ToI32, kDynamic };

size_t Aligned(size_t bytes) { return (bytes + 63) / 64 * 64; }

struct StateI8 {
  Products p;
  Kind kind;
  bool asymmetric;
  int32_t a_zero, b_zero;
  std::vector<float> b_scales;  // one, or one per column
  Requantize requantize;
  int64_t packed_bytes;       // of one matrix b
  Buffer packed;              // constant b, else empty
  std::vector<int32_t> sums;  // its column sums
  int64_t row_bytes;
  int64_t row_tiles;  // of one product
  int tasks;
  size_t task_bytes;
};

// Packs matrix `i` of b and sums its columns.
void PackMatrix(const StateI8& s, const int8_t* b, int64_t i, int8_t* packed, int32_t* sums) {
  const Products& p = s.p;
  gemm::PackI8(gemm::BestTilesI8(), b + i * p.k * p.n, p.transpose_b ? 1 : p.n, p.transpose_b ? p.k : 1, p.k, p.n, 0,
               p.n, packed + i * s.packed_bytes, sums + i * p.n);
}

// A row of a as codes; f32 rows are quantized into `codes` first.
DynamicScale GatherRow(const StateI8& s, const void* a, int64_t matrix, int64_t row, float* floats, int8_t* codes,
                       std::byte* to) {
  const gemm::TilesI8& tiles = gemm::BestTilesI8();
  const Products& p = s.p;
  int64_t first = matrix * p.m * p.k + (p.transpose_a ? row : row * p.k), step = p.transpose_a ? p.m : 1;
  DynamicScale scale{1, s.a_zero};
  const int8_t* from = codes;
  if (s.kind == Kind::kDynamic) {
    for (int64_t i = 0; i < p.k; ++i) floats[i] = static_cast<const float*>(a)[first + i * step];
    scale = QuantizeDynamic(floats, p.k, s.asymmetric, codes);
  } else if (step == 1) {
    from = static_cast<const int8_t*>(a) + first;
  } else {
    for (int64_t i = 0; i < p.k; ++i) codes[i] = static_cast<const int8_t*>(a)[first + i * step];
  }
  gemm::StoreCodesI8(tiles, from, p.k, to, 0);
  gemm::FillCodesI8(tiles, 0, gemm::PaddedDepthI8(p.k) - p.k, to, p.k);
  return scale;
}

// Per-task memory.
struct Scratch {
  std::byte* rows;
  int32_t* sums;
  int32_t* starts;
  int64_t starts_of;  // the matrix b that they are of
  float* floats;
  int8_t* codes;
};

void StoreRow(const StateI8& s, const int32_t* sums, const int32_t* column_sums, const Scratch& scratch, int64_t j,
              int64_t n, int32_t term, const DynamicScale& scale, void* y, int64_t at) {
  switch (s.kind) {
    case Kind::kI8:
      s.requantize.Store(sums, j, n, term, static_cast<int8_t*>(y) + at, scratch.starts);
      break;
    case Kind::kI8ToI32:
      for (int64_t i = 0; i < n; ++i)
        static_cast<int32_t*>(y)[at + i] =
            static_cast<int32_t>(static_cast<uint32_t>(sums[i]) + static_cast<uint32_t>(scratch.starts[j + i]) +
                                 static_cast<uint32_t>(term));
      break;
    case Kind::kDynamic: {
      constexpr float inf = std::numeric_limits<float>::infinity();
      bool per_column = s.b_scales.size() > 1;
      int32_t shifted[gemm::kMaxTileColumnsI8];
      // The zero point of b adds a term per row: -zb sum(a - za).
      for (int64_t i = 0; i < n; ++i) shifted[i] = sums[i] + term;
      StoreDynamic({s.b_scales.data() + (per_column ? j : 0), per_column, nullptr, -inf, inf}, {shifted, &scale},
                   column_sums + j, 128, n, static_cast<float*>(y) + at);
    }
  }
}

// -zb sum(a - za) over a packed row; for codes the part k za zb is in the start.
int32_t RowTerm(const StateI8& s, const std::byte* row, const DynamicScale& scale) {
  if (!s.b_zero) return 0;
  int64_t sum = 0;
  bool bytes = gemm::BestTilesI8().element_bytes == 1;
  for (int64_t i = 0; i < s.p.k; ++i)
    sum += (bytes ? reinterpret_cast<const uint8_t*>(row)[i] : reinterpret_cast<const int16_t*>(row)[i]) - 128;
  if (s.kind == Kind::kDynamic) sum -= s.p.k * scale.zero_point;
  return static_cast<int32_t>(-s.b_zero * sum);
}

void MakeStarts(const StateI8& s, const int32_t* column_sums, int64_t matrix, Scratch& scratch) {
  for (int64_t j = 0; j < s.p.n; ++j)
    scratch.starts[j] = static_cast<int32_t>(s.p.k * s.a_zero * s.b_zero - (int64_t{s.a_zero} + 128) * column_sums[j]);
  scratch.starts_of = matrix;
}

void RunTile(const StateI8& s, const void* a, const int8_t* packed, const int32_t* column_sums, void* y,
             int64_t product, int64_t first, int64_t rows, Scratch& scratch) {
  const gemm::TilesI8& tiles = gemm::BestTilesI8();
  const Products& p = s.p;
  size_t index = static_cast<size_t>(product);
  const int8_t* b = packed + p.b[index] * s.packed_bytes;
  const int32_t* sums_b = column_sums + p.b[index] * p.n;
  if (s.kind != Kind::kDynamic && scratch.starts_of != p.b[index]) MakeStarts(s, sums_b, p.b[index], scratch);
  DynamicScale scales[gemm::kMaxTileRowsI8];
  int32_t terms[gemm::kMaxTileRowsI8];
  for (int64_t r = 0; r < rows; ++r) {
    std::byte* row = scratch.rows + r * s.row_bytes;
    scales[r] = GatherRow(s, a, p.a[index], first + r, scratch.floats, scratch.codes, row);
    terms[r] = RowTerm(s, row, scales[r]);
  }
  int64_t depth = gemm::PaddedDepthI8(p.k);
  const Requantize& q = s.requantize;
  const bool codes_at_once = s.kind == Kind::kI8 && tiles.makes_results && q.in_tiles();
  for (int64_t j = 0; j < p.n; j += tiles.columns) {
    gemm::SegmentI8 whole{scratch.rows, depth / tiles.group};
    const auto tile = tiles.half[rows] && p.n - j <= tiles.columns / 2 ? tiles.half[rows] : tiles.tile[rows];
    int64_t n = std::min<int64_t>(tiles.columns, p.n - j);
    if (codes_at_once) {
      uint8_t* to = static_cast<uint8_t*>(y) + (product * p.m + first) * p.n + j;
      gemm::TileCodesI8 codes{scratch.starts + j, q.factor.data() + j, q.zero_point, q.lo, q.hi, n, to, p.n};
      tile({&whole, 1, s.row_bytes, b + j * depth, scratch.sums, &codes, s.b_zero ? terms : nullptr});
      continue;
    }
    tile({&whole, 1, s.row_bytes, b + j * depth, scratch.sums});
    for (int64_t r = 0; r < rows; ++r)
      StoreRow(s, scratch.sums + r * tiles.columns, sums_b, scratch, j, n, terms[r], scales[r], y,
               (product * p.m + first + r) * p.n + j);
  }
}

Code EvalI8(const StateI8& s, EvalContext& c) {
  const Products& p = s.p;
  const int8_t* packed = reinterpret_cast<const int8_t*>(s.packed.data());
  const int32_t* column_sums = s.sums.data();
  std::byte* scratch = c.scratch();
  if (!packed) {
    int8_t* to = reinterpret_cast<int8_t*>(scratch);
    scratch += Aligned(static_cast<size_t>(s.packed_bytes * p.distinct_b));
    int32_t* sums = reinterpret_cast<int32_t*>(scratch);
    scratch += Aligned(static_cast<size_t>(4 * p.n * p.distinct_b));
    c.pool().ForRange(p.distinct_b, 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) PackMatrix(s, c.In<int8_t>(1), i, to, sums);
    });
    packed = to;
    column_sums = sums;
  }
  int most = gemm::BestTilesI8().rows;
  int64_t all = static_cast<int64_t>(p.a.size()) * s.row_tiles;
  c.pool().Run(s.tasks, [&](int task) {
    std::byte* at = scratch + static_cast<size_t>(task) * s.task_bytes;
    Scratch own{at, nullptr, nullptr, -1, nullptr, nullptr};
    at += Aligned(static_cast<size_t>(most * s.row_bytes));
    own.sums = reinterpret_cast<int32_t*>(at);
    at += Aligned(static_cast<size_t>(4 * most * gemm::BestTilesI8().columns));
    own.starts = reinterpret_cast<int32_t*>(at);
    at += Aligned(static_cast<size_t>(4 * p.n));
    own.floats = reinterpret_cast<float*>(at);
    at += Aligned(static_cast<size_t>(4 * p.k));
    own.codes = reinterpret_cast<int8_t*>(at);
    const gemm::TilesInUse in_use;
    for (int64_t i = all * task / s.tasks; i < all * (task + 1) / s.tasks; ++i) {
      int64_t first = i % s.row_tiles * most;
      RunTile(s, c.In<void>(0), packed, column_sums, c.Out<void>(0), i / s.row_tiles, first,
              std::min<int64_t>(most, p.m - first), own);
    }
  });
  return Code::kOk;
}

bool OneScale(const TensorType& t) { return t.quant.scale.size() == 1 && t.quant.zero_point.size() == 1; }

// The scales of b: one, or one per column of the product, without zero points.
Result<std::vector<float>> ScalesOfB(const TensorType& b, const Products& p) {
  if (OneScale(b)) return b.quant.scale;
  bool columns = b.quant.axis == b.shape.rank() - (p.transpose_b ? 2 : 1) &&
                 static_cast<int64_t>(b.quant.scale.size()) == p.n &&
                 std::all_of(b.quant.zero_point.begin(), b.quant.zero_point.end(), [](int64_t z) { return z == 0; });
  if (!columns)
    return BadInput("a quantized MatMul needs one scale for its operand 1, or one per column without zero points");
  return b.quant.scale;
}

// Of each column: the factor from sums to codes of y.
std::vector<double> ColumnFactors(const TensorType& a, const std::vector<float>& b_scales, const TensorType& y,
                                  int64_t n) {
  std::vector<double> factors;
  for (int64_t j = 0; j < n; ++j) {
    float b = b_scales[b_scales.size() > 1 ? static_cast<size_t>(j) : 0];
    factors.push_back(ScaleProduct(a.quant.scale[0], b, true) / static_cast<double>(y.quant.scale[0]));
  }
  return factors;
}

Result<Kernel> PrepareI8(const Products& p, Kind kind, bool asymmetric, const PrepareContext& c) {
  const TensorType &a = c.in(0), &b = c.in(1), &y = c.out(0);
  const gemm::TilesI8& tiles = gemm::BestTilesI8();
  StateI8 s{p, kind, asymmetric, 0, 0, {}, {}, 0, {}, {}, 0, 0, 0, 0};
  if (kind != Kind::kI8ToI32) {
    ASSIGN_OR_RETURN(s.b_scales, ScalesOfB(b, p));
    s.b_zero = static_cast<int32_t>(b.quant.zero_point[0]);
  }
  if (kind == Kind::kI8) {
    if (!OneScale(a) || !OneScale(y))
      return BadInput("a quantized MatMul needs one scale and zero point for its operand 0 and the result");
    s.a_zero = static_cast<int32_t>(a.quant.zero_point[0]);
    SetFactors(ColumnFactors(a, s.b_scales, y, p.n),
               c.exact() ? Requantize::Rounding::kTwice : Requantize::Rounding::kNearest, &s.requantize);
    s.requantize.zero_point = static_cast<int32_t>(y.quant.zero_point[0]);
  }
  s.packed_bytes = gemm::PackedBytesI8(tiles, p.k, p.n);
  s.row_bytes = gemm::RowBytesI8(tiles, p.k);
  s.row_tiles = (p.m + tiles.rows - 1) / tiles.rows;
  int64_t all = static_cast<int64_t>(p.a.size()) * s.row_tiles;
  bool small = all * tiles.rows * p.n * p.k < 64 << 10;
  s.tasks = c.num_threads() > 1 && !small ? static_cast<int>(std::min<int64_t>(all, 4 * c.num_threads())) : 1;
  s.task_bytes = Aligned(static_cast<size_t>(tiles.rows * s.row_bytes)) +
                 Aligned(static_cast<size_t>(4 * tiles.rows * tiles.columns)) + Aligned(static_cast<size_t>(4 * p.n)) +
                 Aligned(static_cast<size_t>(4 * p.k)) + Aligned(static_cast<size_t>(p.k));
  size_t scratch = static_cast<size_t>(s.tasks) * s.task_bytes;
  if (const Tensor* constant = c.constant(1)) {
    s.packed = Buffer::Allocate(std::max<size_t>(64, static_cast<size_t>(s.packed_bytes * p.distinct_b)));
    s.sums.resize(static_cast<size_t>(p.n * p.distinct_b));
    for (int64_t i = 0; i < p.distinct_b; ++i)
      PackMatrix(s, constant->as<int8_t>().data(), i, reinterpret_cast<int8_t*>(s.packed.mutable_data()),
                 s.sums.data());
  } else {
    scratch += Aligned(static_cast<size_t>(s.packed_bytes * p.distinct_b)) +
               Aligned(static_cast<size_t>(4 * p.n * p.distinct_b));
  }
  Kernel k = MakeKernel(std::move(s), [](const StateI8& state, EvalContext& ctx) { return EvalI8(state, ctx); });
  k.scratch_bytes = scratch;
  return k;
}

struct StateI16 {
  Products p;
  std::vector<FixedMultiplier> factors;  // per column
};

// One row of the result at a time; sums are exact in 64 bits.
template <class B>
Code EvalI16(const StateI16& s, EvalContext& c) {
  const Products& p = s.p;
  const int16_t* a = c.In<int16_t>(0);
  const B* b = c.In<B>(1);
  int16_t* y = c.Out<int16_t>(0);
  c.pool().ForRange(static_cast<int64_t>(p.a.size()) * p.m, 1 + (16 << 10) / (p.n * p.k + 1),
                    [&](int64_t begin, int64_t end) {
                      for (int64_t r = begin; r < end; ++r) {
                        size_t product = static_cast<size_t>(r / p.m);
                        const int16_t* from_a = a + p.a[product] * p.m * p.k + r % p.m * (p.transpose_a ? 1 : p.k);
                        const B* from_b = b + p.b[product] * p.k * p.n;
                        for (int64_t j = 0; j < p.n; ++j) {
                          int64_t sum = 0;
                          for (int64_t i = 0; i < p.k; ++i)
                            sum += static_cast<int32_t>(from_a[p.transpose_a ? i * p.m : i]) *
                                   static_cast<int32_t>(from_b[p.transpose_b ? j * p.k + i : i * p.n + j]);
                          y[r * p.n + j] = static_cast<int16_t>(
                              std::clamp(MultiplyFixed64(sum, s.factors[static_cast<size_t>(j)]), -32768, 32767));
                        }
                      }
                    });
  return Code::kOk;
}

Result<Kernel> PrepareI16(const Products& p, const PrepareContext& c) {
  for (const TensorType* t : {&c.in(0), &c.out(0)})
    if (!OneScale(*t) || t->quant.zero_point[0] != 0)
      return BadInput("a 16-bit MatMul needs one scale and zero point 0 for its operand 0 and the result");
  ASSIGN_OR_RETURN(std::vector<float> b_scales, ScalesOfB(c.in(1), p));
  if (c.in(1).quant.zero_point[0] != 0) return BadInput("a 16-bit MatMul needs zero point 0 for its operand 1");
  StateI16 state{p, {}};
  for (double factor : ColumnFactors(c.in(0), b_scales, c.out(0), p.n))
    state.factors.push_back(QuantizeMultiplier(factor));
  if (c.in(1).dtype == DType::kI8)
    return MakeKernel(state, [](const StateI16& s, EvalContext& ctx) { return EvalI16<int8_t>(s, ctx); });
  return MakeKernel(state, [](const StateI16& s, EvalContext& ctx) { return EvalI16<int16_t>(s, ctx); });
}

}  // namespace

bool IsQuantizedMatMul(const PrepareContext& c) {
  DType a = c.in(0).dtype, b = c.in(1).dtype;
  if (a == DType::kI8 && b == a && c.out(0).dtype == DType::kI32) return true;
  if (c.in(1).quant.empty()) return false;
  return (a == DType::kI8 && b == a) || (a == DType::kI16 && (b == a || b == DType::kI8)) ||
         (a == DType::kF32 && b == DType::kI8);
}

Result<Kernel> PrepareQuantizedMatMul(const Products& products, bool asymmetric, const PrepareContext& c) {
  if (c.in(0).dtype == DType::kI16) return PrepareI16(products, c);
  Kind kind = c.in(0).dtype == DType::kF32    ? Kind::kDynamic
              : c.out(0).dtype == DType::kI32 ? Kind::kI8ToI32
                                              : Kind::kI8;
  return PrepareI8(products, kind, asymmetric, c);
}

}  // namespace slipway::interpreter
