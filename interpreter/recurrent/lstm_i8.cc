#include "interpreter/recurrent/lstm_i8.h"

#include <algorithm>
#include <cmath>

#include "interpreter/math/fixed_functions.h"
#include "interpreter/recurrent/cell_i16.h"
#include "interpreter/recurrent/code_operands.h"

namespace slipway::interpreter {

using ops::kInputGate, ops::kForgetGate, ops::kCellGate, ops::kOutputGate;

namespace {

constexpr int64_t kGates = int64_t{1} << 18;  // elements of input sums made at once

// TFLite computes effective scales in float.
Rescale RescaleOf(float real) { return Rescale(QuantizeMultiplier(static_cast<double>(real))); }

// What the tiles' sums lack: they take signed codes as 128 more, and know no zero point.
void Start(const WeightsI8& w, int32_t zero_point, std::vector<int32_t>* start) {
  for (size_t j = 0; j < start->size(); ++j)
    (*start)[j] =
        static_cast<int32_t>(static_cast<uint32_t>((*start)[j]) -
                             (static_cast<uint32_t>(zero_point) + 128u) * static_cast<uint32_t>(w.column_sums[j]));
}

}  // namespace

struct LstmI8::Memory {
  int16_t *gates, *word;
  int8_t* hidden;
  std::byte* rows;
  int32_t* sums;
};

Result<LstmI8> LstmI8::Make(const LstmSpec& spec, const std::vector<double>& scales,
                            const std::vector<int64_t>& zero_points, const PrepareContext& c) {
  if (scales.size() != 5 || zero_points.size() != 5)
    return BadInput("a layer on codes needs 5 intermediate tensors with scales (a step 5 or 12), there are ",
                    scales.size());
  if (spec.activation != ops::Activation::kTanh) return Unsupported("a layer on codes has the activation TANH only");
  LstmI8 l;
  l.s_ = spec;
  const LstmOperands& o = spec.operands;
  l.gates_ = o.input[kInputGate] == ops::kNoOperand ? 3 : 4;
  ASSIGN_OR_RETURN(float cell_scale, ScaleOf(c, o.cell_state));
  int exponent = 0;
  if (std::frexp(cell_scale, &exponent) != 0.5f || exponent - 1 < -15 || exponent - 1 > -9)
    return Unsupported("the cell state's scale is ", cell_scale, ", expected a power of two from 2^-15 to 2^-9");
  l.cell_exponent_ = exponent - 1;
  ASSIGN_OR_RETURN(float y_scale, ScaleOf(c.out(spec.result), "the result"));
  if (spec.cell_clip > 0)
    l.cell_clip_ = static_cast<int16_t>(std::clamp(spec.cell_clip / cell_scale, -32768.0f, 32767.0f));
  if (spec.proj_clip > 0) l.proj_clip_ = static_cast<int8_t>(std::clamp(spec.proj_clip / y_scale, -128.0f, 127.0f));
  if (!(scales[4] > 0)) return Unsupported("the last intermediate tensor has no scale");
  l.hidden_factor_ = RescaleOf(static_cast<float>(0x1p-15 / static_cast<float>(scales[4]) * 0x1p-15));
  RETURN_IF_ERROR(CheckZero(zero_points[4], "the last intermediate tensor"));
  l.hidden_zero_ = static_cast<int32_t>(zero_points[4]);
  RETURN_IF_ERROR(ScaleOf(c, spec.x).status());
  RETURN_IF_ERROR(ScaleOf(c, o.output_state).status());
  RETURN_IF_ERROR(CheckZero(c.in(spec.x).quant.zero_point[0], "x"));
  RETURN_IF_ERROR(CheckZero(c.in(o.output_state).quant.zero_point[0], "the output state"));
  l.output_zero_ = static_cast<int32_t>(c.in(o.output_state).quant.zero_point[0]);
  RETURN_IF_ERROR(l.MakeProducts(scales, c));
  if (o.projection != ops::kNoOperand) RETURN_IF_ERROR(l.MakeProjection(static_cast<float>(scales[4]), c));
  l.LayOut();
  return l;
}

Status LstmI8::MakeProducts(const std::vector<double>& scales, const PrepareContext& c) {
  const LstmOperands& o = s_.operands;
  const size_t first = static_cast<size_t>(4 - gates_);
  int64_t n = s_.cells * gates_;
  ASSIGN_OR_RETURN(std::vector<int8_t> input, StackCodes(c, std::span(o.input).subspan(first)));
  ASSIGN_OR_RETURN(std::vector<int8_t> recurrent, StackCodes(c, std::span(o.recurrent).subspan(first)));
  input_.weights = PackWeightsI8(input.data(), 1, s_.input, s_.input, n);
  recurrent_.weights = PackWeightsI8(recurrent.data(), 1, s_.outputs, s_.outputs, n);
  for (size_t g = first; g < 4; ++g) {
    bool normalized = o.norm[g] != ops::kNoOperand;
    if (normalized && !(scales[g] > 0)) return Unsupported("intermediate tensor ", g, " has no scale");
    RETURN_IF_ERROR(MakeGate(static_cast<LstmGate>(g), normalized ? static_cast<float>(scales[g]) : 0x1p-12f, c));
  }
  recurrent_.start.assign(static_cast<size_t>(n), 0);
  Start(input_.weights, static_cast<int32_t>(c.in(s_.x).quant.zero_point[0]), &input_.start);
  Start(recurrent_.weights, output_zero_, &recurrent_.start);
  return OkStatus();
}

Status LstmI8::MakeGate(LstmGate g, float intermediate, const PrepareContext& c) {
  const LstmOperands& o = s_.operands;
  ASSIGN_OR_RETURN(float x, ScaleOf(c, s_.x));
  ASSIGN_OR_RETURN(float h, ScaleOf(c, o.output_state));
  ASSIGN_OR_RETURN(float input, ScaleOf(c, o.input[g]));
  ASSIGN_OR_RETURN(float recurrent, ScaleOf(c, o.recurrent[g]));
  input_.factor.push_back(RescaleOf(input * x / intermediate));
  recurrent_.factor.push_back(RescaleOf(recurrent * h / intermediate));
  ASSIGN_OR_RETURN(const Tensor* bias, Constant(c, o.bias[g]));
  std::span<const int32_t> b = bias->as<int32_t>();
  if (o.peephole[g] != ops::kNoOperand) {
    ASSIGN_OR_RETURN(const Tensor* weights, Constant(c, o.peephole[g]));
    ASSIGN_OR_RETURN(float scale, ScaleOf(c, o.peephole[g]));
    peepholes_[g].assign(weights->as<int16_t>().begin(), weights->as<int16_t>().end());
    peephole_factor_[g] = RescaleOf(static_cast<float>(std::ldexp(1.0, cell_exponent_) * static_cast<double>(scale) /
                                                       static_cast<double>(intermediate)));
  }
  if (o.norm[g] == ops::kNoOperand) {
    input_.start.insert(input_.start.end(), b.begin(), b.end());
    return OkStatus();
  }
  input_.start.resize(input_.start.size() + b.size());
  ASSIGN_OR_RETURN(const Tensor* weights, Constant(c, o.norm[g]));
  ASSIGN_OR_RETURN(float scale, ScaleOf(c, o.norm[g]));
  norm_[g] = {{weights->as<int16_t>().begin(), weights->as<int16_t>().end()},
              {b.begin(), b.end()},
              QuantizeMultiplier(static_cast<double>(scale)),
              std::max(1, static_cast<int32_t>(std::min(10000 * scale, 2e9f)))};
  return OkStatus();
}

// TFLite keeps o act(c) with the zero point's sign turned.
Status LstmI8::MakeProjection(float hidden_scale, const PrepareContext& c) {
  const LstmOperands& o = s_.operands;
  int one[] = {o.projection};
  ASSIGN_OR_RETURN(std::vector<int8_t> rows, StackCodes(c, one));
  ASSIGN_OR_RETURN(float weights, ScaleOf(c, o.projection));
  ASSIGN_OR_RETURN(float h, ScaleOf(c, o.output_state));
  projection_.weights = PackWeightsI8(rows.data(), 1, s_.cells, s_.cells, s_.outputs);
  projection_.factor = {RescaleOf(weights * hidden_scale / h)};
  projection_.start.assign(static_cast<size_t>(s_.outputs), 0);
  if (o.projection_bias != ops::kNoOperand) {
    ASSIGN_OR_RETURN(const Tensor* bias, Constant(c, o.projection_bias));
    projection_.start.assign(bias->as<int32_t>().begin(), bias->as<int32_t>().end());
  }
  Start(projection_.weights, -hidden_zero_, &projection_.start);
  return OkStatus();
}

void LstmI8::LayOut() {
  const gemm::TilesI8& tiles = gemm::BestTilesI8();
  int64_t row = s_.batch * gates_ * s_.cells, columns = gates_ * s_.cells;
  steps_ = std::clamp<int64_t>(kGates / std::max<int64_t>(row, 1), 1, std::max<int64_t>(s_.time, 1));
  int64_t depth = std::max({s_.input, s_.outputs, s_.cells});
  size_t at = 0;
  auto part = [&](int64_t bytes) {
    size_t begin = at;
    at += AlignedBytes(static_cast<size_t>(bytes));
    return begin;
  };
  gates_at_ = part(2 * steps_ * row);
  hidden_at_ = part(s_.batch * s_.cells);
  word_at_ = part(2 * s_.cells);
  rows_at_ = part(gemm::RowBytesI8(tiles, depth) * tiles.rows);
  int64_t widest = std::max(columns, s_.outputs) + tiles.columns;
  sums_at_ = part(4 * widest * tiles.rows);
  scratch_bytes_ = at;
}

LstmI8::Memory LstmI8::Divide(std::byte* scratch) const {
  return {reinterpret_cast<int16_t*>(scratch + gates_at_), reinterpret_cast<int16_t*>(scratch + word_at_),
          reinterpret_cast<int8_t*>(scratch + hidden_at_), scratch + rows_at_,
          reinterpret_cast<int32_t*>(scratch + sums_at_)};
}

// Sums of rows [0, rows) of codes: sums[r, column], rows of `step` elements.
static void SumCodes(const WeightsI8& w, const int8_t* x, int64_t x_step, int64_t rows, std::byte* a, int32_t* sums,
                     int64_t step) {
  const gemm::TilesI8& tiles = gemm::BestTilesI8();
  const int64_t a_row = gemm::RowBytesI8(tiles, w.k);
  for (int64_t r = 0; r < rows; ++r) {
    gemm::StoreCodesI8(tiles, x + r * x_step, w.k, a + r * a_row, 0);
    gemm::FillCodesI8(tiles, 0, gemm::PaddedDepthI8(w.k) - w.k, a + r * a_row, w.k);
  }
  for (int64_t j = 0; j < w.n; j += tiles.columns) {
    alignas(64) int32_t tile[gemm::kMaxTileRowsI8 * gemm::kMaxTileColumnsI8];
    SumStoredRows(w, a, a_row, rows, j, tile);
    for (int64_t r = 0; r < rows; ++r)
      std::copy_n(tile + r * tiles.columns, std::min<int64_t>(tiles.columns, w.n - j), sums + r * step + j);
  }
}

// Adds the products of all gates to rows of gates.
void LstmI8::Sum(const Product& p, const int8_t* x, int64_t x_step, int64_t rows, const Memory& m, bool first,
                 int16_t* gates, int64_t gates_step) const {
  const CellLoopsI16& loops = BestCellLoopsI16();
  const int64_t most = gemm::BestTilesI8().rows, n = s_.cells;
  const gemm::TilesInUse in_use;
  for (int64_t r0 = 0; r0 < rows; r0 += most) {
    int64_t count = std::min(most, rows - r0);
    SumCodes(p.weights, x + r0 * x_step, x_step, count, m.rows, m.sums, p.weights.n);
    for (int64_t r = 0; r < count; ++r)
      for (int64_t g = 0; g < gates_; ++g)
        loops.add_sums(p.factor[static_cast<size_t>(g)], m.sums + r * p.weights.n + g * n, p.start.data() + g * n,
                       first, gates + (r0 + r) * gates_step + g * n, n);
  }
}

// Integers throughout; the variance is coarse where the number of cells is no power of two, as there.
void LstmI8::Normalize(const Norm& norm, int16_t* gate) const {
  const int64_t n = s_.cells;
  int64_t sum = 0, squares = 0;
  for (int64_t i = 0; i < n; ++i) {
    sum += gate[i];
    squares += gate[i] * gate[i];
  }
  int32_t mean = static_cast<int32_t>(sum * 1024 / n);
  int64_t variance = squares * ((1 << 20) / n) - int64_t{mean} * mean;
  int32_t whole = static_cast<int32_t>(variance / (1 << 20));
  FixedMultiplier inverse = InverseSqrt(whole < 1 ? norm.variance_guard : whole);
  FixedMultiplier scale{norm.scale.multiplier, norm.scale.shift + 12};
  for (int64_t i = 0; i < n; ++i) {
    size_t k = static_cast<size_t>(i);
    int32_t unit = MultiplyFixed(1024 * gate[i] - mean, inverse);
    int32_t weighted = static_cast<int32_t>(static_cast<uint32_t>(unit) * static_cast<uint32_t>(norm.weights[k]) +
                                            static_cast<uint32_t>(norm.bias[k]));
    int64_t wide = weighted;
    int32_t rounded = static_cast<int32_t>((wide > 0 ? wide + 512 : wide - 512) / 1024);
    gate[i] = static_cast<int16_t>(std::clamp(MultiplyFixed(rounded, scale), -32768, 32767));
  }
}

void LstmI8::Finish(LstmGate g, int16_t* gate, const int16_t* c) const {
  const CellLoopsI16& loops = BestCellLoopsI16();
  if (!peepholes_[g].empty()) loops.add_peephole(peephole_factor_[g], peepholes_[g].data(), c, gate, s_.cells);
  if (!norm_[g].weights.empty()) Normalize(norm_[g], gate);
  if (g == kCellGate)
    loops.tanh(3, gate, gate, s_.cells);
  else
    loops.sigmoid(gate, gate, s_.cells);
}

void LstmI8::Cell(const Memory& m, int16_t* row, int16_t* c, int8_t* h) const {
  const CellLoopsI16& loops = BestCellLoopsI16();
  const int64_t n = s_.cells;
  auto gate = [&](LstmGate g) { return row + At(g) * n; };
  for (LstmGate g : {kInputGate, kForgetGate, kCellGate})
    if (g != kInputGate || gates_ == 4) Finish(g, gate(g), c);
  loops.update(gates_ == 4 ? gate(kInputGate) : nullptr, gate(kForgetGate), gate(kCellGate), 30 + cell_exponent_,
               cell_clip_, c, n);
  Finish(kOutputGate, gate(kOutputGate), c);
  loops.tanh(15 + cell_exponent_, c, m.word, n);
  bool projects = s_.operands.projection != ops::kNoOperand;
  loops.output(hidden_factor_, gate(kOutputGate), m.word, projects ? -hidden_zero_ : hidden_zero_, h, n);
}

void LstmI8::Step(EvalContext& c, const Memory& m, int64_t t, int64_t first, int64_t steps) const {
  const int64_t columns = gates_ * s_.cells, outputs = s_.outputs;
  auto* h = const_cast<int8_t*>(c.In<int8_t>(s_.operands.output_state));
  auto* cell = const_cast<int16_t*>(c.In<int16_t>(s_.operands.cell_state));
  int64_t at = s_.time_major ? (t - first) * s_.batch : t - first, step = s_.time_major ? 1 : steps;
  int16_t* gates = m.gates + at * columns;
  Sum(recurrent_, h, outputs, s_.batch, m, false, gates, step * columns);
  const bool projects = s_.operands.projection != ops::kNoOperand;
  for (int64_t b = 0; b < s_.batch; ++b)
    Cell(m, gates + b * step * columns, cell + b * s_.cells, projects ? m.hidden + b * s_.cells : h + b * outputs);
  for (int64_t b = 0; projects && b < s_.batch; ++b) {
    SumCodes(projection_.weights, m.hidden + b * s_.cells, s_.cells, 1, m.rows, m.sums, outputs);
    BestCellLoopsI16().project(projection_.factor[0], m.sums, projection_.start.data(), output_zero_, h + b * outputs,
                               outputs);
    for (int64_t j = 0; proj_clip_ > 0 && j < outputs; ++j)
      h[b * outputs + j] = std::clamp<int8_t>(h[b * outputs + j], static_cast<int8_t>(-proj_clip_), proj_clip_);
  }
  int8_t* y = c.Out<int8_t>(s_.result) + s_.result_offset;
  for (int64_t b = 0; b < s_.batch; ++b) std::copy_n(h + b * outputs, outputs, y + s_.Row(t, b) * s_.result_step);
}

void LstmI8::Run(EvalContext& c, std::byte* scratch) const {
  Memory m = Divide(scratch);
  const auto* x = c.In<int8_t>(s_.x);
  const int64_t columns = gates_ * s_.cells;
  for (int64_t done = 0; done < s_.time; done += steps_) {
    int64_t steps = std::min(steps_, s_.time - done), first = s_.backwards ? s_.time - done - steps : done;
    bool whole = s_.time_major || steps == s_.time;
    int64_t runs = whole ? 1 : s_.batch, rows = whole ? s_.batch * steps : steps;
    for (int64_t b = 0; b < runs; ++b)
      Sum(input_, x + s_.Row(first, b) * s_.input, s_.input, rows, m, true, m.gates + b * steps * columns, columns);
    for (int64_t i = 0; i < steps; ++i) Step(c, m, s_.backwards ? first + steps - 1 - i : first + i, first, steps);
  }
}

}  // namespace slipway::interpreter
