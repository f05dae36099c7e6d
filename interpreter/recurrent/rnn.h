#pragma once
// A simple recurrent layer over a sequence, one direction: h = act(W x + W' x' + R h + b) for each step, where the
// state h is an operand that is changed in place. Weights are f32 or 8-bit. What the kernels of RNN and
// BIDIRECTIONAL_SEQUENCE_RNN run.

#include "interpreter/kernel.h"
#include "interpreter/recurrent/gate_products.h"

namespace slipway::interpreter {

struct RnnSpec {
  int x = 0, weights = 1, recurrent = 2, bias = 3, state = 4;  // operands
  int aux = kNoOperand, aux_weights = kNoOperand;
  ops::Activation activation = ops::Activation::kTanh;
  bool time_major = false, backwards = false, asymmetric = false;
  int64_t batch = 0, time = 0, input = 0, aux_depth = 0, units = 0;
  int result = 0;
  int64_t result_step = 0, result_offset = 0;  // elements from row to row of the result, and before the first
};

class Rnn {
 public:
  static Result<Rnn> Make(const RnnSpec&, const PrepareContext&);
  size_t scratch_bytes() const { return scratch_bytes_; }
  // `pool` may be nullptr.
  void Run(EvalContext&, std::byte* scratch, ThreadPool* pool) const;
  bool hybrid() const { return input_.hybrid(); }

 private:
  RnnSpec s_;
  GateProducts input_, aux_, recurrent_;
  size_t packed_[3] = {}, rows_ = 0, scratch_bytes_ = 0;
};

}  // namespace slipway::interpreter
