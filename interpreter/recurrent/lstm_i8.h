#pragma once
// LSTM on codes over a sequence: 8-bit x, weights and output state, 16-bit cell state, as TFLite's reference kernel
// computes it ("8x8_16"), bit for bit. Sums of all gates are one matrix product, as in LstmF32.

#include "interpreter/math/rescale.h"
#include "interpreter/recurrent/lstm.h"

namespace slipway::interpreter {

class LstmI8 {
 public:
  // Scales and zero points of the five intermediates. All weights and biases must be constants.
  static Result<LstmI8> Make(const LstmSpec&, const std::vector<double>& scales,
                             const std::vector<int64_t>& zero_points, const PrepareContext&);
  size_t scratch_bytes() const { return scratch_bytes_; }
  void Run(EvalContext&, std::byte* scratch) const;

 private:
  // Sums of 8-bit products and what they count for: factor (sum + start).
  struct Product {
    WeightsI8 weights;
    std::vector<int32_t> start;   // bias and zero points, per column
    std::vector<Rescale> factor;  // per gate
  };
  struct Norm {
    std::vector<int16_t> weights;
    std::vector<int32_t> bias;
    FixedMultiplier scale;
    int32_t variance_guard = 1;
  };
  struct Memory;  // the parts of scratch

  Status MakeProducts(const std::vector<double>& scales, const PrepareContext&);
  Status MakeGate(LstmGate, float intermediate, const PrepareContext&);
  Status MakeProjection(float hidden_scale, const PrepareContext&);
  void LayOut();
  Memory Divide(std::byte* scratch) const;
  void Sum(const Product&, const int8_t* x, int64_t x_step, int64_t rows, const Memory&, bool first, int16_t* gates,
           int64_t gates_step) const;
  void Step(EvalContext&, const Memory&, int64_t t, int64_t first, int64_t steps) const;
  void Cell(const Memory&, int16_t* row, int16_t* c, int8_t* h) const;
  void Finish(LstmGate, int16_t* gate, const int16_t* c) const;
  void Normalize(const Norm&, int16_t* gate) const;
  int At(LstmGate g) const { return g - (4 - gates_); }

  LstmSpec s_;
  int gates_ = 4;
  Product input_, recurrent_, projection_;
  std::array<std::vector<int16_t>, 4> peepholes_;
  std::array<Rescale, 4> peephole_factor_;
  std::array<Norm, 4> norm_;
  int cell_exponent_ = 0;  // the cell state's scale is 2^it
  int16_t cell_clip_ = 0;
  int8_t proj_clip_ = 0;
  Rescale hidden_factor_;
  int32_t hidden_zero_ = 0, output_zero_ = 0;
  int64_t steps_ = 1;
  size_t gates_at_ = 0, hidden_at_ = 0, word_at_ = 0, rows_at_ = 0, sums_at_ = 0, scratch_bytes_ = 0;
};

}  // namespace slipway::interpreter
