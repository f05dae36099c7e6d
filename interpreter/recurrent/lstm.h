#pragma once
// LSTM over a sequence, one direction, as TFLite defines it; what the kernels of LSTM and BIDIRECTIONAL_SEQUENCE_LSTM
// run. For each step t, with h and c the output and cell state:
//
//   gate = W x + W' x' + R h (+ p c, the peephole) + b, or normalized to mean 0 and deviation 1, times weights, + b
//   c = clip(sigmoid(f) c + sigmoid(i) act(g)),  o's peephole sees the new c,  h = sigmoid(o) act(c), or a projection
//
// The products with x of many steps are one matrix product, those with h one per step for all gates. Both states are
// operands that are changed in place.

#include <array>

#include "interpreter/kernel.h"
#include "interpreter/recurrent/gate_products.h"
#include "ops/recurrent.h"

namespace slipway::interpreter {

using ops::LstmGate, ops::LstmOperands;

struct LstmSpec {
  LstmOperands operands;  // those that are there
  int x = 0;
  ops::Activation activation = ops::Activation::kTanh;
  float cell_clip = 0, proj_clip = 0;  // 0: none
  bool time_major = false, backwards = false, asymmetric = false;
  int64_t batch = 0, time = 0, input = 0, aux = 0, cells = 0, outputs = 0;
  int result = 0;
  int64_t result_step = 0, result_offset = 0;  // elements from row to row of the result, and before the first
  int last_cell = -1;                          // the result that gets the cell state after the last step; -1: none

  int64_t Row(int64_t t, int64_t b) const { return time_major ? t * batch + b : b * time + t; }
};

// The real-valued cell, with f32 or 8-bit weights.
class LstmF32 {
 public:
  static Result<LstmF32> Make(const LstmSpec&, const PrepareContext&);
  size_t scratch_bytes() const { return scratch_bytes_; }
  // `pool` may be nullptr.
  void Run(EvalContext&, std::byte* scratch, ThreadPool* pool) const;
  bool hybrid() const { return recurrent_.hybrid(); }

 private:
  struct Memory;  // the parts of scratch
  Status MakePeepholes(const PrepareContext&);
  void LayOut();
  Memory Divide(std::byte* scratch) const;
  void SumInputs(const EvalContext&, const Memory&, int64_t first, int64_t steps, ThreadPool*) const;
  void Step(EvalContext&, const Memory&, int64_t t, int64_t first, int64_t steps, ThreadPool*) const;
  void Cell(EvalContext&, const float* gates, float* c, float* h) const;
  void Normalize(const EvalContext&, LstmGate, float* gate) const;

  int At(LstmGate g) const { return g - (4 - gates_); }  // column block of a gate
  const float* Peephole(const EvalContext&, LstmGate) const;

  LstmSpec s_;
  int gates_ = 4;
  bool norm_ = false;
  GateProducts input_, aux_, recurrent_, projection_;
  std::array<std::vector<float>, 4> peepholes_;  // from codes
  std::array<bool, 4> diagonal_{};
  int64_t steps_ = 1;  // whose input sums are made at once
  size_t sums_ = 0, bias_ = 0, hidden_ = 0, packed_[4] = {}, rows_ = 0, scratch_bytes_ = 0;
};

}  // namespace slipway::interpreter
