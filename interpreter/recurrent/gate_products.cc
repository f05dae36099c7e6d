#include "interpreter/recurrent/gate_products.h"

#include <algorithm>
#include <limits>

#include "interpreter/convolution/dynamic_quantize.h"
#include "interpreter/gemm/f32.h"
#include "interpreter/recurrent/cell_f32.h"

namespace slipway::interpreter {

namespace {

// A product this large is worth waking other threads for.
constexpr int64_t kParallel = int64_t{1} << 20;

bool IsByte(DType t) { return t == DType::kI8 || t == DType::kU8; }

DType DTypeOfGates(const PrepareContext& c, std::span<const int> gates) {
  for (int g : gates)
    if (g != kNoOperand) return c.in(g).dtype;
  return DType::kF32;
}

// Rows of all gates one after the other.
template <class T>
void Stack(const T* const* gates, size_t count, int64_t elements, T* rows) {
  for (size_t g = 0; g < count; ++g, rows += elements) {
    if (gates[g])
      std::copy_n(gates[g], elements, rows);
    else
      std::fill_n(rows, elements, T{0});
  }
}

}  // namespace

size_t AlignedBytes(size_t bytes) { return (bytes + 63) / 64 * 64; }

void SumStoredRows(const WeightsI8& weights, const std::byte* a, int64_t a_row, int64_t rows, int64_t column,
                   int32_t* sums) {
  gemm::SegmentI8 whole{a, gemm::PaddedDepthI8(weights.k) / gemm::BestTilesI8().group};
  TileSumsI8(weights, {&whole, 1, a_row, rows}, column, sums);
}

Result<GateProducts> GateProducts::Make(const PrepareContext& c, std::span<const int> gates, int64_t n, int64_t k,
                                        bool asymmetric) {
  GateProducts p;
  if (std::all_of(gates.begin(), gates.end(), [](int g) { return g == kNoOperand; })) return p;  // nothing to add
  p.gates_.assign(gates.begin(), gates.end());
  p.n_ = n;
  p.k_ = k;
  p.columns_ = n * static_cast<int64_t>(gates.size());
  p.asymmetric_ = asymmetric;
  DType dtype = DTypeOfGates(c, gates);
  p.hybrid_ = IsByte(dtype);
  bool constant = true;
  for (int g : gates) constant &= g == kNoOperand || c.constant(g);
  size_t elements = static_cast<size_t>(p.columns_ * k);
  if (!p.hybrid_) {
    size_t bytes = 4 * static_cast<size_t>(gemm::PackedElementsF32(gemm::BestTilesF32(), k, p.columns_));
    if (!constant) {
      p.packed_bytes_ = AlignedBytes(bytes) + AlignedBytes(4 * elements);
      return p;
    }
    std::vector<const float*> from;
    for (int g : gates) from.push_back(g == kNoOperand ? nullptr : c.constant(g)->as<float>().data());
    std::vector<float> rows(elements);
    p.floats_ = Buffer::Allocate(std::max<size_t>(bytes, 64));
    p.Pack(from.data(), rows.data(), reinterpret_cast<float*>(p.floats_.mutable_data()));
    return p;
  }
  if (!constant) return Unsupported("quantized weights of a recurrent layer must be constants");
  std::vector<const int8_t*> from;
  for (int g : gates) {
    from.push_back(g == kNoOperand ? nullptr : static_cast<const int8_t*>(c.constant(g)->data()));
    const std::vector<float>* scale = g == kNoOperand ? nullptr : &c.in(g).quant.scale;
    if (scale && scale->size() != 1)
      return Unsupported("weights ", g, " have ", scale->size(), " scales, expected one");
    p.scales_.insert(p.scales_.end(), static_cast<size_t>(n), scale ? (*scale)[0] : 0.0f);
  }
  std::vector<int8_t> rows(elements);
  Stack(from.data(), from.size(), n * k, rows.data());
  p.codes_ = PackWeightsI8(rows.data(), 1, k, k, p.columns_);
  const gemm::TilesI8& tiles = gemm::BestTilesI8();
  p.scratch_bytes_ =
      AlignedBytes(static_cast<size_t>(k)) + AlignedBytes(static_cast<size_t>(gemm::RowBytesI8(tiles, k) * tiles.rows));
  return p;
}

void GateProducts::Pack(const float* const* gates, float* rows, float* packed) const {
  Stack(gates, gates_.size(), n_ * k_, rows);
  gemm::PackF32(gemm::BestTilesF32(), rows, 1, k_, k_, columns_, 0, columns_, packed);
}

void GateProducts::Bind(const EvalContext& c, std::byte* packed) const {
  if (packed_bytes_ == 0) return;
  const float* gates[8] = {};
  CHECK(gates_.size() <= 8);
  for (size_t g = 0; g < gates_.size(); ++g) gates[g] = gates_[g] == kNoOperand ? nullptr : c.In<float>(gates_[g]);
  size_t rows = packed_bytes_ - AlignedBytes(4 * static_cast<size_t>(columns_ * k_));
  Pack(gates, reinterpret_cast<float*>(packed + rows), reinterpret_cast<float*>(packed));
}

void GateProducts::Run(const Call& call, const std::byte* packed, std::byte* scratch, ThreadPool* pool) const {
  if (call.rows == 0 || columns_ == 0) return;
  if (hybrid_)
    RunCodes(call, scratch);
  else
    RunFloats(call, reinterpret_cast<const float*>(packed_bytes_ ? packed : floats_.data()), pool);
}

void GateProducts::RunFloats(const Call& call, const float* packed, ThreadPool* pool) const {
  gemm::GemmF32 g;
  g.m = call.rows;
  g.n = columns_;
  g.k = k_;
  g.a = call.x;
  g.a_row = call.x_step;
  g.b = packed;
  g.c = call.y;
  g.c_row = call.y_step;
  g.bias = call.bias;
  g.accumulate = call.accumulate;
  if (call.clip > 0) {
    g.lo = -call.clip;
    g.hi = call.clip;
  }
  if (pool && g.m * g.n * g.k >= kParallel) return gemm::RunGemmF32(g, *pool);
  const gemm::TilesF32& tiles = gemm::BestTilesF32();
  gemm::GridF32 grid = gemm::MakeGridF32(tiles, g.m, g.n, g.k, 1);
  for (int task = 0; task < grid.tasks(); ++task) gemm::RunTaskF32(tiles, grid, g, task);
}

void GateProducts::RunCodes(const Call& call, std::byte* scratch) const {
  const gemm::TilesI8& tiles = gemm::BestTilesI8();
  int8_t* codes = reinterpret_cast<int8_t*>(scratch);
  std::byte* a = scratch + AlignedBytes(static_cast<size_t>(k_));
  const int64_t a_row = gemm::RowBytesI8(tiles, k_), padding = gemm::PaddedDepthI8(k_) - k_;
  const CellLoopsF32& loops = BestCellLoopsF32();
  const gemm::TilesInUse in_use;
  const float limit = call.clip > 0 ? call.clip : std::numeric_limits<float>::infinity();
  for (int64_t r0 = 0; r0 < call.rows; r0 += tiles.rows) {
    int64_t rows = std::min<int64_t>(tiles.rows, call.rows - r0);
    DynamicScale scales[gemm::kMaxTileRowsI8];
    for (int64_t r = 0; r < rows; ++r) {
      scales[r] = QuantizeDynamic(call.x + (r0 + r) * call.x_step, k_, asymmetric_, codes);
      gemm::StoreCodesI8(tiles, codes, k_, a + r * a_row, 0);
      gemm::FillCodesI8(tiles, 0, padding, a + r * a_row, k_);
    }
    for (int64_t j = 0; j < columns_; j += tiles.columns) {
      alignas(64) int32_t sums[gemm::kMaxTileRowsI8 * gemm::kMaxTileColumnsI8];
      SumStoredRows(codes_, a, a_row, rows, j, sums);
      int64_t n = std::min<int64_t>(tiles.columns, columns_ - j);
      for (int64_t r = 0; r < rows; ++r) {
        float* y = call.y + (r0 + r) * call.y_step + j;
        const float* start = call.accumulate ? y : call.bias ? call.bias + j : nullptr;
        loops.store_sums({sums + r * tiles.columns, codes_.column_sums.data() + j, 128 + scales[r].zero_point,
                          scales[r].scale, scales_.data() + j, start, limit, n, y});
      }
    }
  }
}

}  // namespace slipway::interpreter
