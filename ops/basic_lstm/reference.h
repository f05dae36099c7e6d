#pragma once

#include "ops/basic_lstm/basic_lstm.h"
#include "ops/recurrent_reference.h"

namespace slipway::ops {

template <class T>
void Reference(const BasicLstm&, RefArgs<T>& a) {
  using std::tanh;
  RefView<T> x = a.In(0), h = a.In(1), w = a.In(2), b = a.In(3), c = a.In(4);
  RefView<T> both = a.Out(2), gates = a.Out(3);
  int64_t input = x.dim(1), units = h.dim(1), depth = input + units;
  for (int64_t row = 0; row < x.dim(0); ++row) {
    for (int64_t k = 0; k < depth; ++k)
      both[row * depth + k] = k < input ? x[row * input + k] : h[row * units + k - input];
    for (int64_t j = 0; j < 4 * units; ++j) {
      T sum = b[j];
      for (int64_t k = 0; k < depth; ++k) sum += w[j * depth + k] * both[row * depth + k];
      gates[row * 4 * units + j] = sum;
    }
    for (int64_t j = 0; j < units; ++j) {
      auto gate = [&](int64_t g) { return gates[(row * 4 + g) * units + j]; };
      using L = LstmReference<T>;
      T cell = L::Sigmoid(gate(2)) * c[row * units + j] + L::Sigmoid(gate(0)) * tanh(gate(1));
      a.Out(1)[row * units + j] = cell;
      a.Out(0)[row * units + j] = L::Sigmoid(gate(3)) * tanh(cell);
    }
  }
}

}  // namespace slipway::ops
