#pragma once
// The meaning of recurrent layers. References change nothing: the states are what they begin with.

#include <cmath>

#include "ops/convolution.h"
#include "ops/recurrent.h"
#include "ops/reference.h"

namespace slipway::ops {

constexpr int kNoResult = -1;

template <class T>
T ActivateCell(Activation a, const T& v) {
  using std::tanh;
  if (a == Activation::kTanh) return tanh(v);
  if (a == Activation::kSignBit) return v < T(0) ? T(1) : T(0);
  return Activate(a, v);
}

template <class T>
struct LstmReference {
  LstmOperands operands;
  Activation activation;
  float cell_clip, proj_clip;

  static T Sigmoid(const T& x) {
    using std::exp;
    return T(1) / (T(1) + exp(-x));
  }
  static T Clip(const T& x, float clip) {
    if (!(clip > 0)) return x;
    return x < T(-clip) ? T(-clip) : T(clip) < x ? T(clip) : x;
  }
  // += w[row] v
  static void AddProduct(const RefView<T>& w, int64_t row, const T* v, int64_t n, T* sum) {
    for (int64_t i = 0; i < n; ++i) *sum += w[row * n + i] * v[i];
  }

  std::vector<T> Gate(RefArgs<T>& a, size_t g, const T* x, int64_t depth, const T* aux, int64_t aux_depth,
                      const std::vector<T>& h, const std::vector<T>& c) const {
    bool norm = operands.norm[g] != kNoOperand;
    std::vector<T> gate(c.size());
    for (size_t j = 0; j < c.size(); ++j) {
      int64_t row = static_cast<int64_t>(j);
      if (!norm) gate[j] = a.In(operands.bias[g])[row];
      AddProduct(a.In(operands.input[g]), row, x, depth, &gate[j]);
      if (aux) AddProduct(a.In(operands.aux_input[g]), row, aux, aux_depth, &gate[j]);
      if (a.in_shape(operands.recurrent[g]).rank() == 1)
        gate[j] += a.In(operands.recurrent[g])[row] * h[j];
      else
        AddProduct(a.In(operands.recurrent[g]), row, h.data(), static_cast<int64_t>(h.size()), &gate[j]);
      if (operands.peephole[g] != kNoOperand) gate[j] += a.In(operands.peephole[g])[row] * c[j];
    }
    if (norm) Normalize(a, g, gate);
    for (T& v : gate) v = g == kCellGate ? ActivateCell(activation, v) : Sigmoid(v);
    return gate;
  }

  void Normalize(RefArgs<T>& a, size_t g, std::vector<T>& gate) const {
    using std::sqrt;
    T mean = T(0), variance = T(0), n = T(static_cast<float>(gate.size()));
    for (const T& v : gate) mean += v / n;
    for (const T& v : gate) variance += (v - mean) * (v - mean) / n;
    for (size_t j = 0; j < gate.size(); ++j) {
      int64_t i = static_cast<int64_t>(j);
      gate[j] = (gate[j] - mean) / sqrt(variance + T(1e-8f)) * a.In(operands.norm[g])[i] + a.In(operands.bias[g])[i];
    }
  }

  void Step(RefArgs<T>& a, const T* x, int64_t depth, const T* aux, int64_t aux_depth, std::vector<T>& h,
            std::vector<T>& c) const {
    std::vector<T> forget = Gate(a, kForgetGate, x, depth, aux, aux_depth, h, c), input;
    if (operands.input[kInputGate] != kNoOperand) input = Gate(a, kInputGate, x, depth, aux, aux_depth, h, c);
    std::vector<T> cell = Gate(a, kCellGate, x, depth, aux, aux_depth, h, c);
    for (size_t j = 0; j < c.size(); ++j)
      c[j] = Clip(forget[j] * c[j] + (input.empty() ? T(1) - forget[j] : input[j]) * cell[j], cell_clip);
    std::vector<T> output = Gate(a, kOutputGate, x, depth, aux, aux_depth, h, c);
    for (size_t j = 0; j < c.size(); ++j) output[j] = output[j] * ActivateCell(activation, c[j]);
    if (operands.projection == kNoOperand) {
      h = output;
      return;
    }
    for (size_t j = 0; j < h.size(); ++j) {
      int64_t row = static_cast<int64_t>(j);
      h[j] = operands.projection_bias == kNoOperand ? T(0) : a.In(operands.projection_bias)[row];
      AddProduct(a.In(operands.projection), row, output.data(), static_cast<int64_t>(output.size()), &h[j]);
      h[j] = Clip(h[j], proj_clip);
    }
  }

  // The sequence in operand `in` to result `out`, whose rows have `step` elements, from element `offset` on; the last
  // cell state to result `last_cell`.
  void Run(RefArgs<T>& a, int in, const SequenceSizes& n, bool time_major, bool backwards, int out, int64_t step,
           int64_t offset, int last_cell = kNoResult) const {
    RefView<T> x = a.In(in), h0 = a.In(operands.output_state), c0 = a.In(operands.cell_state), y = a.Out(out);
    bool with_aux = operands.aux_input[kForgetGate] != kNoOperand;
    int64_t aux_depth = with_aux ? a.In(operands.aux).dim(-1) : 0;
    for (int64_t b = 0; b < n.batch; ++b) {
      auto part = [&](const RefView<T>& state) {
        auto size = state.v.size() / static_cast<size_t>(n.batch);
        auto begin = state.v.begin() + b * static_cast<int64_t>(size);
        return std::vector<T>(begin, begin + static_cast<int64_t>(size));
      };
      std::vector<T> h = part(h0), c = part(c0);
      for (int64_t i = 0; i < n.time; ++i) {
        int64_t t = backwards ? n.time - 1 - i : i, row = time_major ? t * n.batch + b : b * n.time + t;
        const T* aux = with_aux ? a.In(operands.aux).v.data() + row * aux_depth : nullptr;
        Step(a, x.v.data() + row * n.depth, n.depth, aux, aux_depth, h, c);
        for (size_t j = 0; j < h.size(); ++j) y[row * step + offset + static_cast<int64_t>(j)] = h[j];
      }
      if (last_cell != kNoResult)
        std::copy(c.begin(), c.end(), a.Out(last_cell).v.begin() + b * static_cast<int64_t>(c.size()));
    }
  }
};

template <class T>
struct RnnReference {
  RnnOperands operands;
  Activation activation;

  // As LstmReference::Run.
  void Run(RefArgs<T>& a, int in, const SequenceSizes& n, bool time_major, bool backwards, int out, int64_t step,
           int64_t offset) const {
    RefView<T> x = a.In(in), w = a.In(operands.weights), r = a.In(operands.recurrent), y = a.Out(out);
    int64_t units = w.dim(0);
    for (int64_t b = 0; b < n.batch; ++b) {
      std::vector<T> h, before;
      for (int64_t j = 0; j < units; ++j) h.push_back(a.In(operands.state)[b * units + j]);
      for (int64_t i = 0; i < n.time; ++i) {
        int64_t t = backwards ? n.time - 1 - i : i, row = time_major ? t * n.batch + b : b * n.time + t;
        before = h;
        for (int64_t j = 0; j < units; ++j) {
          T sum = a.In(operands.bias)[j];
          for (int64_t k = 0; k < n.depth; ++k) sum += w[j * n.depth + k] * x[row * n.depth + k];
          if (operands.aux_weights != kNoOperand) {
            RefView<T> aux = a.In(operands.aux), aux_w = a.In(operands.aux_weights);
            int64_t depth = aux.dim(-1);
            for (int64_t k = 0; k < depth; ++k) sum += aux_w[j * depth + k] * aux[row * depth + k];
          }
          for (int64_t k = 0; k < units; ++k) sum += r[j * units + k] * before[static_cast<size_t>(k)];
          h[static_cast<size_t>(j)] = ActivateCell(activation, sum);
          y[row * step + offset + j] = h[static_cast<size_t>(j)];
        }
      }
    }
  }
};

}  // namespace slipway::ops
