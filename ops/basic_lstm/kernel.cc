#include <algorithm>
#include <cstring>

#include "interpreter/kernel.h"
#include "interpreter/recurrent/cell_f32.h"
#include "interpreter/recurrent/cell_i16.h"
#include "interpreter/recurrent/gate_products.h"
#include "ops/basic_lstm/basic_lstm.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct Sizes {
  int64_t batch, input, units;
  bool keeps;  // the states
  int64_t depth() const { return input + units; }
};

template <class T>
void Concatenate(const Sizes& s, const EvalContext& c) {
  T* to = c.Out<T>(2);
  for (int64_t b = 0; b < s.batch; ++b, to += s.depth()) {
    std::copy_n(c.In<T>(0) + b * s.input, s.input, to);
    std::copy_n(c.In<T>(1) + b * s.units, s.units, to + s.input);
  }
}

// The new states go into the old ones, too.
template <class H, class C>
void Carry(const Sizes& s, const EvalContext& c) {
  if (!s.keeps) return;
  std::copy_n(c.Out<H>(0), s.batch * s.units, const_cast<H*>(c.In<H>(1)));
  std::copy_n(c.Out<C>(1), s.batch * s.units, const_cast<C*>(c.In<C>(4)));
}

struct FloatState {
  Sizes sizes;
  interpreter::GateProducts products;
};

Code EvalFloat(const FloatState& s, EvalContext& c) {
  const Sizes& n = s.sizes;
  Concatenate<float>(n, c);
  float* gates = c.Out<float>(3);
  s.products.Bind(c, c.scratch());
  s.products.Run({c.Out<float>(2), n.depth(), gates, 4 * n.units, n.batch, c.In<float>(3)}, c.scratch(), nullptr,
                 &c.pool());
  std::copy_n(c.In<float>(4), n.batch * n.units, c.Out<float>(1));
  const interpreter::CellLoopsF32& loops = interpreter::BestCellLoopsF32();
  for (int64_t b = 0; b < n.batch; ++b, gates += 4 * n.units) {
    float* cell = c.Out<float>(1) + b * n.units;
    loops.update({n.units, gates, gates + 2 * n.units, gates + n.units, nullptr, nullptr, Activation::kTanh, 0, cell});
    loops.output({n.units, gates + 3 * n.units, nullptr, cell, Activation::kTanh, c.Out<float>(0) + b * n.units});
  }
  Carry<float, float>(n, c);
  return Code::kOk;
}

struct CodeState {
  Sizes sizes;
  interpreter::Rescale factor;  // of sums, to Q3.12
  int32_t weights_zero;
};

void SumCodes(const CodeState& s, const EvalContext& c) {
  const int64_t depth = s.sizes.depth(), columns = 4 * s.sizes.units;
  for (int64_t b = 0; b < s.sizes.batch; ++b)
    for (int64_t j = 0; j < columns; ++j) {
      const uint8_t *x = c.Out<uint8_t>(2) + b * depth, *w = c.In<uint8_t>(2) + j * depth;
      int32_t sum = 0;
      for (int64_t k = 0; k < depth; ++k) sum += (x[k] - 128) * (w[k] - s.weights_zero);
      uint32_t all = static_cast<uint32_t>(sum) + static_cast<uint32_t>(c.In<int32_t>(3)[j]);
      c.Out<int16_t>(3)[b * columns + j] =
          static_cast<int16_t>(std::clamp(s.factor(static_cast<int32_t>(all)), -32768, 32767));
    }
}

// round(a b / 2^15), halves up.
int32_t Product(int32_t a, int32_t b) { return (a * b + (1 << 14)) >> 15; }
// round(x / 2^n), halves away from zero.
int32_t Divide(int32_t x, int n) { return (x + (1 << (n - 1)) + (x >> 31)) >> n; }

// One row; `gates` and `t` have room for the functions' values. Source: TFLite's quantized basic LSTM cell.
void Cell(int64_t n, int16_t* gates, int16_t* t, const int16_t* before, int16_t* after, uint8_t* h) {
  const interpreter::CellLoopsI16& loops = interpreter::BestCellLoopsI16();
  loops.sigmoid(gates, gates, n);
  loops.tanh(3, gates + n, gates + n, n);
  loops.sigmoid(gates + 2 * n, gates + 2 * n, 2 * n);
  for (int64_t j = 0; j < n; ++j) {
    int32_t added = Divide(Product(gates[j], gates[n + j]), 4);
    int32_t cell = std::clamp(added + Product(gates[2 * n + j], before[j]), -32768, 32767);
    after[j] = static_cast<int16_t>(cell);
    t[j] = static_cast<int16_t>(std::clamp(2 * cell, -32768, 32767));
  }
  loops.tanh(3, t, t, n);
  for (int64_t j = 0; j < n; ++j)
    h[j] = static_cast<uint8_t>(128 + std::clamp(Divide(Product(gates[3 * n + j], t[j]), 8), -128, 127));
}

Code EvalCodes(const CodeState& s, EvalContext& c) {
  const Sizes& n = s.sizes;
  Concatenate<uint8_t>(n, c);
  SumCodes(s, c);
  int16_t* gates = reinterpret_cast<int16_t*>(c.scratch());
  for (int64_t b = 0; b < n.batch; ++b) {
    std::copy_n(c.Out<int16_t>(3) + b * 4 * n.units, 4 * n.units, gates);
    Cell(n.units, gates, gates + 4 * n.units, c.In<int16_t>(4) + b * n.units, c.Out<int16_t>(1) + b * n.units,
         c.Out<uint8_t>(0) + b * n.units);
  }
  Carry<uint8_t, int16_t>(n, c);
  return Code::kOk;
}

Result<Kernel> PrepareCodes(const Sizes& sizes, const interpreter::PrepareContext& c) {
  for (int i : {2, 3})
    if (c.in(i).quant.scale.size() != 1)
      return Unsupported("operand ", i, " is ", c.in(i), ": it needs one scale");  // basic_lstm_c4
  const Quantization& state = c.out(1).quant;
  if (state.scale.size() != 1 || state.scale[0] != 0x1p-11f)
    return Unsupported("the state is ", c.out(1), ", expected the scale 2^-11");  // basic_lstm_c4
  int64_t zero = c.in(2).quant.zero_point[0];
  if (zero < 0 || zero > 255) return BadInput("the zero point of the weights is ", zero);
  float real = 4096 * c.in(3).quant.scale[0];
  CodeState s{sizes, interpreter::Rescale(QuantizeMultiplier(static_cast<double>(real))), static_cast<int32_t>(zero)};
  Kernel k = interpreter::MakeKernel(s, [](const CodeState& t, EvalContext& e) { return EvalCodes(t, e); });
  k.scratch_bytes = static_cast<size_t>(5 * sizes.units) * sizeof(int16_t);
  return k;
}

}  // namespace

Result<Kernel> Prepare(const BasicLstm& op, interpreter::PrepareContext& c) {
  Sizes sizes{c.in_shape(0)[0], c.in_shape(0)[1], c.in_shape(1)[1], op.keeps_states};
  if (c.in(0).dtype == DType::kU8) return PrepareCodes(sizes, c);
  FloatState s{sizes, {}};
  int weights[] = {2};
  ASSIGN_OR_RETURN(s.products, interpreter::GateProducts::Make(c, weights, 4 * sizes.units, sizes.depth(), false));
  size_t bytes = s.products.packed_bytes();
  Kernel k = interpreter::MakeKernel(std::move(s), [](const FloatState& t, EvalContext& e) { return EvalFloat(t, e); });
  k.scratch_bytes = bytes;
  return k;
}

}  // namespace slipway::ops
