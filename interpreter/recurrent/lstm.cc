#include "interpreter/recurrent/lstm.h"

#include <algorithm>
#include <cmath>

#include "interpreter/recurrent/cell_f32.h"

namespace slipway::interpreter {

using ops::kInputGate, ops::kForgetGate, ops::kCellGate, ops::kOutputGate;

namespace {

constexpr int64_t kSums = int64_t{1} << 18;  // elements of input sums made at once

std::span<const int> WithoutFirst(const std::array<int, 4>& operands, int gates) {
  return std::span<const int>(operands).last(static_cast<size_t>(gates));
}

}  // namespace

struct LstmF32::Memory {
  float *sums, *bias, *hidden;
  const std::byte* packed[4];
  std::byte* rows;
};

Result<LstmF32> LstmF32::Make(const LstmSpec& spec, const PrepareContext& c) {
  LstmF32 l;
  l.s_ = spec;
  const LstmOperands& o = spec.operands;
  l.gates_ = o.input[kInputGate] == kNoOperand ? 3 : 4;
  l.norm_ = o.norm[kForgetGate] != kNoOperand;
  std::array<int, 4> recurrent = o.recurrent;
  for (size_t g = 0; g < 4; ++g) {
    l.diagonal_[g] = recurrent[g] != kNoOperand && c.in_shape(recurrent[g]).rank() == 1;
    if (l.diagonal_[g]) recurrent[g] = kNoOperand;
  }
  ASSIGN_OR_RETURN(l.input_,
                   GateProducts::Make(c, WithoutFirst(o.input, l.gates_), spec.cells, spec.input, spec.asymmetric));
  if (o.aux_input[kForgetGate] != kNoOperand) {
    ASSIGN_OR_RETURN(l.aux_,
                     GateProducts::Make(c, WithoutFirst(o.aux_input, l.gates_), spec.cells, spec.aux, spec.asymmetric));
  }
  ASSIGN_OR_RETURN(l.recurrent_,
                   GateProducts::Make(c, WithoutFirst(recurrent, l.gates_), spec.cells, spec.outputs, spec.asymmetric));
  if (o.projection != kNoOperand) {
    int one[] = {o.projection};
    ASSIGN_OR_RETURN(l.projection_, GateProducts::Make(c, one, spec.outputs, spec.cells, spec.asymmetric));
  }
  RETURN_IF_ERROR(l.MakePeepholes(c));
  l.LayOut();
  return l;
}

Status LstmF32::MakePeepholes(const PrepareContext& c) {
  for (size_t g = 0; g < 4; ++g) {
    int operand = s_.operands.peephole[g];
    if (operand == kNoOperand || c.in(operand).dtype == DType::kF32) continue;
    const Tensor* codes = c.constant(operand);
    if (!codes) return Unsupported("quantized peephole weights must be constants");
    if (c.in(operand).quant.scale.size() != 1) return Unsupported("peephole weights ", operand, " need one scale");
    const auto* from = static_cast<const int8_t*>(codes->data());
    for (int64_t i = 0; i < s_.cells; ++i)
      peepholes_[g].push_back(c.in(operand).quant.scale[0] * static_cast<float>(from[i]));
  }
  return OkStatus();
}

void LstmF32::LayOut() {
  size_t at = 0;
  auto floats = [&](int64_t n) {
    size_t begin = at;
    at += AlignedBytes(sizeof(float) * static_cast<size_t>(n));
    return begin;
  };
  int64_t row = s_.batch * gates_ * s_.cells;
  steps_ = std::clamp<int64_t>(kSums / std::max<int64_t>(row, 1), 1, std::max<int64_t>(s_.time, 1));
  sums_ = floats(steps_ * row);
  bias_ = floats(gates_ * s_.cells);
  hidden_ = floats(s_.operands.projection == kNoOperand ? 0 : s_.batch * s_.cells);
  const GateProducts* products[] = {&input_, &aux_, &recurrent_, &projection_};
  size_t rows = 0;
  for (int i = 0; i < 4; ++i) {
    packed_[i] = at;
    at += AlignedBytes(products[i]->packed_bytes());
    rows = std::max(rows, products[i]->scratch_bytes());
  }
  rows_ = at;
  scratch_bytes_ = at + rows;
}

LstmF32::Memory LstmF32::Divide(std::byte* scratch) const {
  auto floats = [&](size_t offset) { return reinterpret_cast<float*>(scratch + offset); };
  Memory m{floats(sums_), floats(bias_), floats(hidden_), {}, scratch + rows_};
  for (int i = 0; i < 4; ++i) m.packed[i] = scratch + packed_[i];
  return m;
}

const float* LstmF32::Peephole(const EvalContext& c, LstmGate g) const {
  if (!peepholes_[g].empty()) return peepholes_[g].data();
  int operand = s_.operands.peephole[g];
  return operand == kNoOperand ? nullptr : c.In<float>(operand);
}

// What steps [first, first + steps) get from outside the cell, rows in the order of x.
void LstmF32::SumInputs(const EvalContext& c, const Memory& m, int64_t first, int64_t steps, ThreadPool* pool) const {
  int64_t columns = input_.columns();
  bool whole = s_.time_major || steps == s_.time;
  int64_t runs = whole ? 1 : s_.batch, rows = whole ? s_.batch * steps : steps;
  for (int64_t b = 0; b < runs; ++b) {
    int64_t row = s_.Row(first, b);
    float* sums = m.sums + b * steps * columns;
    const float* bias = norm_ ? nullptr : m.bias;
    input_.Run({c.In<float>(s_.x) + row * s_.input, s_.input, sums, columns, rows, bias}, m.packed[0], m.rows, pool);
    if (aux_.columns())
      aux_.Run({c.In<float>(s_.operands.aux) + row * s_.aux, s_.aux, sums, columns, rows, nullptr, true}, m.packed[1],
               m.rows, pool);
  }
}

void LstmF32::Normalize(const EvalContext& c, LstmGate g, float* gate) const {
  const float* weights = c.In<float>(s_.operands.norm[g]);
  const float* bias = c.In<float>(s_.operands.bias[g]);
  const int64_t n = s_.cells;
  float sum = 0, squares = 0;
  for (int64_t i = 0; i < n; ++i) sum += gate[i];
  float mean = sum / static_cast<float>(n);
  for (int64_t i = 0; i < n; ++i) squares += (gate[i] - mean) * (gate[i] - mean);
  float inverse = 1.0f / std::sqrt(squares / static_cast<float>(n) + 1e-8f);
  for (int64_t i = 0; i < n; ++i) gate[i] = (gate[i] - mean) * inverse * weights[i] + bias[i];
}

// One cell of one batch. A normalized gate gets its peephole before the normalization, which the loops cannot do.
void LstmF32::Cell(EvalContext& c, const float* row, float* cell, float* h) const {
  const CellLoopsF32& loops = BestCellLoopsF32();
  const int64_t n = s_.cells;
  auto gate = [&](LstmGate g) { return const_cast<float*>(row) + At(g) * n; };
  auto normalize = [&](LstmGate g) {
    const float* peephole = Peephole(c, g);
    for (int64_t i = 0; peephole && i < n; ++i) gate(g)[i] += peephole[i] * cell[i];
    Normalize(c, g, gate(g));
  };
  if (norm_)
    for (LstmGate g : {kInputGate, kForgetGate, kCellGate})
      if (g != kInputGate || gates_ == 4) normalize(g);
  loops.update({n, gates_ == 4 ? gate(kInputGate) : nullptr, gate(kForgetGate), gate(kCellGate),
                norm_ ? nullptr : Peephole(c, kInputGate), norm_ ? nullptr : Peephole(c, kForgetGate), s_.activation,
                s_.cell_clip, cell});
  if (norm_) normalize(kOutputGate);
  loops.output({n, gate(kOutputGate), norm_ ? nullptr : Peephole(c, kOutputGate), cell, s_.activation, h});
}

void LstmF32::Step(EvalContext& c, const Memory& m, int64_t t, int64_t first, int64_t steps, ThreadPool* pool) const {
  const LstmOperands& o = s_.operands;
  const int64_t columns = input_.columns(), cells = s_.cells, outputs = s_.outputs;
  float* h = const_cast<float*>(c.In<float>(o.output_state));
  float* cell = const_cast<float*>(c.In<float>(o.cell_state));
  // Rows of this step among the sums.
  int64_t at = s_.time_major ? (t - first) * s_.batch : t - first, step = s_.time_major ? 1 : steps;
  float* gates = m.sums + at * columns;
  recurrent_.Run({h, outputs, gates, step * columns, s_.batch, nullptr, true}, m.packed[2], m.rows, pool);
  const bool projects = o.projection != kNoOperand;
  for (int64_t b = 0; b < s_.batch; ++b) {
    float* row = gates + b * step * columns;
    for (LstmGate g : {kInputGate, kForgetGate, kCellGate, kOutputGate}) {
      if (!diagonal_[g]) continue;
      const float* weights = c.In<float>(o.recurrent[g]);
      for (int64_t i = 0; i < cells; ++i) row[At(g) * cells + i] += weights[i] * h[b * outputs + i];
    }
    Cell(c, row, cell + b * cells, projects ? m.hidden + b * cells : h + b * outputs);
  }
  if (projects) {
    const float* bias = o.projection_bias == kNoOperand ? nullptr : c.In<float>(o.projection_bias);
    projection_.Run({m.hidden, cells, h, outputs, s_.batch, bias, false, s_.proj_clip}, m.packed[3], m.rows, pool);
  }
  float* y = c.Out<float>(s_.result) + s_.result_offset;
  for (int64_t b = 0; b < s_.batch; ++b) std::copy_n(h + b * outputs, outputs, y + s_.Row(t, b) * s_.result_step);
}

void LstmF32::Run(EvalContext& c, std::byte* scratch, ThreadPool* pool) const {
  Memory m = Divide(scratch);
  const GateProducts* products[] = {&input_, &aux_, &recurrent_, &projection_};
  for (int i = 0; i < 4; ++i) products[i]->Bind(c, scratch + packed_[i]);
  for (int g = 4 - gates_; g < 4; ++g)
    std::copy_n(c.In<float>(s_.operands.bias[static_cast<size_t>(g)]), s_.cells,
                m.bias + At(static_cast<LstmGate>(g)) * s_.cells);
  for (int64_t done = 0; done < s_.time; done += steps_) {
    int64_t steps = std::min(steps_, s_.time - done);
    int64_t first = s_.backwards ? s_.time - done - steps : done;
    SumInputs(c, m, first, steps, pool);
    for (int64_t i = 0; i < steps; ++i)
      Step(c, m, s_.backwards ? first + steps - 1 - i : first + i, first, steps, pool);
  }
  if (s_.last_cell >= 0)
    std::copy_n(c.In<float>(s_.operands.cell_state), s_.batch * s_.cells, c.Out<float>(s_.last_cell));
}

}  // namespace slipway::interpreter
