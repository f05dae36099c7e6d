#include "interpreter/recurrent/lstm_byte_sums.h"

#include <algorithm>
#include <cmath>

#include "interpreter/recurrent/cell_i16.h"
#include "interpreter/recurrent/code_operands.h"

namespace slipway::interpreter {

using ops::kForgetGate, ops::kCellGate, ops::kOutputGate;

namespace {

constexpr LstmGate kGates[] = {kForgetGate, kCellGate, kOutputGate};

int16_t Word(float x) {
  if (!(x > -32768.0f)) return -32768;
  return static_cast<int16_t>(std::min(x, 32767.0f));
}

// Q3.12 to Q0.15, rounded to 0.
void Sigmoid(int16_t* x, int64_t n) {
  for (int64_t i = 0; i < n; ++i) x[i] = Word(32768.0f / (1.0f + std::exp(x[i] * -0x1p-12f)));
}

void Tanh(const int16_t* x, float scale, int16_t* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) y[i] = Word(32768.0f * std::tanh(x[i] * scale));
}

template <class T>
Result<std::vector<T>> Elements(const PrepareContext& c, int operand) {
  ASSIGN_OR_RETURN(const Tensor* t, Constant(c, operand));
  return std::vector<T>(t->as<T>().begin(), t->as<T>().end());
}

FixedMultiplier Factor(float real) { return QuantizeMultiplier(static_cast<double>(real)); }

}  // namespace

Result<LstmByteSums> LstmByteSums::Make(const LstmSpec& spec, const std::vector<double>& scales,
                                        const std::vector<int64_t>& zero_points, const PrepareContext& c) {
  const LstmOperands& o = spec.operands;
  if (spec.activation != ops::Activation::kTanh) return Unsupported("a layer on codes has the activation TANH only");
  LstmByteSums l;
  l.s_ = spec;
  ASSIGN_OR_RETURN(float y_scale, ScaleOf(c.out(spec.result), "the result"));
  if (spec.cell_clip < 1) l.cell_clip_ = static_cast<int16_t>(spec.cell_clip * 32768);
  l.proj_clip_ = static_cast<int8_t>(std::min(spec.proj_clip / y_scale, 127.0f));
  RETURN_IF_ERROR(CheckZero(c.in(spec.x).quant.zero_point[0], "x"));
  RETURN_IF_ERROR(CheckZero(c.in(o.output_state).quant.zero_point[0], "the output state"));
  l.x_zero_ = static_cast<int32_t>(c.in(spec.x).quant.zero_point[0]);
  l.output_zero_ = static_cast<int32_t>(c.in(o.output_state).quant.zero_point[0]);
  for (LstmGate g : kGates) RETURN_IF_ERROR(l.MakeGate(g, scales, zero_points, c));
  RETURN_IF_ERROR(l.MakeProjection(c));
  l.scratch_bytes_ = static_cast<size_t>(2 * 3 * spec.cells);
  return l;
}

Status LstmByteSums::MakeGate(LstmGate g, const std::vector<double>& scales, const std::vector<int64_t>& zero_points,
                              const PrepareContext& c) {
  const LstmOperands& o = s_.operands;
  const size_t first = 3 * static_cast<size_t>(g);
  for (size_t i = first; i < first + 3; ++i) {
    if (!(scales[i] > 0)) return Unsupported("intermediate tensor ", i, " has no scale");
    RETURN_IF_ERROR(CheckZero(zero_points[i], "an intermediate tensor"));
  }
  const float sum = static_cast<float>(scales[first]);
  auto make = [&](int x, int weights, size_t codes) -> Result<Product> {
    ASSIGN_OR_RETURN(float x_scale, ScaleOf(c, x));
    ASSIGN_OR_RETURN(float scale, ScaleOf(c, weights));
    ASSIGN_OR_RETURN(std::vector<int8_t> elements, Elements<int8_t>(c, weights));
    const float code = static_cast<float>(scales[codes]);
    return Product{std::move(elements), Factor(scale * x_scale / code), Factor(code / sum),
                   static_cast<int32_t>(zero_points[codes])};
  };
  Gate& gate = gates_[g];
  ASSIGN_OR_RETURN(gate.input, make(s_.x, o.input[g], first + 1));
  ASSIGN_OR_RETURN(gate.recurrent, make(o.output_state, o.recurrent[g], first + 2));
  if (g == kOutputGate) gate.recurrent.to_gate = {};
  ASSIGN_OR_RETURN(gate.norm, Elements<int16_t>(c, o.norm[g]));
  ASSIGN_OR_RETURN(gate.bias, Elements<int32_t>(c, o.bias[g]));
  ASSIGN_OR_RETURN(float norm, ScaleOf(c, o.norm[g]));
  FixedMultiplier scale = Factor(norm);
  gate.norm_scale = static_cast<float>(std::ldexp(scale.multiplier, scale.shift - 31));
  return OkStatus();
}

Status LstmByteSums::MakeProjection(const PrepareContext& c) {
  const LstmOperands& o = s_.operands;
  ASSIGN_OR_RETURN(projection_, Elements<int8_t>(c, o.projection));
  ASSIGN_OR_RETURN(projection_bias_, Elements<int32_t>(c, o.projection_bias));
  ASSIGN_OR_RETURN(float weights, ScaleOf(c, o.projection));
  ASSIGN_OR_RETURN(float h, ScaleOf(c, o.output_state));
  projection_factor_ = Factor(weights * 0x1p-15f / h);
  return OkStatus();
}

// What the codes of a product add to a gate.
int32_t LstmByteSums::Part(const Product& p, const int8_t* x, int64_t depth, int32_t x_zero, int64_t row) const {
  const int8_t* w = p.weights.data() + row * depth;
  uint32_t sum = 0;
  for (int64_t i = 0; i < depth; ++i) sum += static_cast<uint32_t>((x[i] - x_zero) * w[i]);
  int64_t code = int64_t{MultiplyFixed(static_cast<int32_t>(sum), p.factor)} + p.zero;
  return MultiplyFixed(static_cast<int32_t>(std::clamp<int64_t>(code, -128, 127)) - p.zero, p.to_gate);
}

void LstmByteSums::Sum(const Gate& g, const int8_t* x, const int8_t* h, int16_t* gate) const {
  for (int64_t j = 0; j < s_.cells; ++j) {
    int64_t sum = int64_t{Part(g.input, x, s_.input, x_zero_, j)} + Part(g.recurrent, h, s_.outputs, output_zero_, j);
    gate[j] = static_cast<int16_t>(std::clamp<int64_t>(sum, -32768, 32767));
  }
}

void LstmByteSums::Normalize(const Gate& g, int16_t* gate) const {
  const int64_t n = s_.cells;
  float sum = 0, squares = 0;
  for (int64_t j = 0; j < n; ++j) {
    const float x = gate[j];
    sum += x;
    squares += x * x;
  }
  const float count = static_cast<float>(n), mean = sum / count, variance = squares / count - mean * mean;
  const float inverse = 1.0f / std::sqrt(variance == 0 ? 1e-8f : variance);
  const float bias_scale = 0x1p-10f * g.norm_scale;
  for (int64_t j = 0; j < n; ++j) {
    const size_t k = static_cast<size_t>(j);
    const float unit = (static_cast<float>(gate[j]) - mean) * inverse;
    const float y = unit * g.norm[k] * g.norm_scale + static_cast<float>(g.bias[k]) * bias_scale;
    gate[j] = Word(std::round(y * 4096.0f));
  }
}

void LstmByteSums::Project(const int16_t* hidden, int8_t* y) const {
  for (int64_t j = 0; j < s_.outputs; ++j) {
    int64_t sum = projection_bias_[static_cast<size_t>(j)];
    const int8_t* w = projection_.data() + j * s_.cells;
    for (int64_t i = 0; i < s_.cells; ++i) sum += hidden[i] * w[i];
    int64_t code = int64_t{MultiplyFixed64(sum, projection_factor_)} + output_zero_;
    y[j] = static_cast<int8_t>(std::clamp<int64_t>(code, -128, 127));
    if (proj_clip_ > 0) y[j] = std::clamp<int8_t>(y[j], static_cast<int8_t>(-proj_clip_), proj_clip_);
  }
}

void LstmByteSums::Run(EvalContext& c, std::byte* scratch) const {
  const int64_t n = s_.cells;
  int16_t *forget = reinterpret_cast<int16_t*>(scratch), *update = forget + n, *output = update + n;
  for (int64_t b = 0; b < s_.batch; ++b) {
    const int8_t* x = c.In<int8_t>(s_.x) + b * s_.input;
    int8_t* h = const_cast<int8_t*>(c.In<int8_t>(s_.operands.output_state)) + b * s_.outputs;
    int16_t* cell = const_cast<int16_t*>(c.In<int16_t>(s_.operands.cell_state)) + b * n;
    for (auto [g, gate] : {std::pair(kForgetGate, forget), {kCellGate, update}, {kOutputGate, output}}) {
      Sum(gates_[g], x, h, gate);
      Normalize(gates_[g], gate);
    }
    Sigmoid(forget, n);
    Tanh(update, 0x1p-12f, update, n);
    Sigmoid(output, n);
    BestCellLoopsI16().update(nullptr, forget, update, 15, cell_clip_, cell, n);
    Tanh(cell, 0x1p-15f, forget, n);
    for (int64_t j = 0; j < n; ++j)
      output[j] = static_cast<int16_t>(RoundingDivideByPowerOfTwo(output[j] * forget[j], 15));
    Project(output, h);
    std::copy_n(h, s_.outputs, c.Out<int8_t>(s_.result) + s_.result_offset + b * s_.result_step);
  }
}

}  // namespace slipway::interpreter
