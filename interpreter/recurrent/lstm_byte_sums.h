#pragma once
// One step of an LSTM on codes whose products are rounded to 8 bits before they are added ("8x8_8"), as TFLite's kernel
// of 12 intermediates computes it, bit for bit:
//
//   gate = normalized(codes of W x + codes of R h) n + b, in floats;  y = P (o tanh(c)) + b
//
// The 12 intermediates are, per gate in the order i, f, g, o, the sum's scale and those of the codes of W x and R h.
// There is no input gate, its operands and peepholes count for nothing: i = 1 - f. Nor does R h in the output gate,
// which that kernel multiplies by 2^-31 or so.

#include "base/fixed_point.h"
#include "interpreter/recurrent/lstm.h"

namespace slipway::interpreter {

class LstmByteSums {
 public:
  static constexpr size_t kIntermediates = 12;
  // Scales and zero points of the intermediates. Weights and biases must be constants; those of normalization and the
  // projection, with its bias, are there.
  static Result<LstmByteSums> Make(const LstmSpec&, const std::vector<double>& scales,
                                   const std::vector<int64_t>& zero_points, const PrepareContext&);
  size_t scratch_bytes() const { return scratch_bytes_; }
  void Run(EvalContext&, std::byte* scratch) const;

 private:
  // Codes: factor sum + zero; what they add to a gate: to_gate (code - zero).
  struct Product {
    std::vector<int8_t> weights;
    FixedMultiplier factor, to_gate;
    int32_t zero = 0;
  };
  struct Gate {
    Product input, recurrent;
    std::vector<int16_t> norm;
    std::vector<int32_t> bias;
    float norm_scale = 0;
  };

  Status MakeGate(LstmGate, const std::vector<double>& scales, const std::vector<int64_t>& zero_points,
                  const PrepareContext&);
  Status MakeProjection(const PrepareContext&);
  int32_t Part(const Product&, const int8_t* x, int64_t depth, int32_t x_zero, int64_t row) const;
  void Sum(const Gate&, const int8_t* x, const int8_t* h, int16_t* gate) const;
  void Normalize(const Gate&, int16_t* gate) const;
  void Project(const int16_t* hidden, int8_t* y) const;

  LstmSpec s_;
  std::array<Gate, 4> gates_;
  std::vector<int8_t> projection_;
  std::vector<int32_t> projection_bias_;
  FixedMultiplier projection_factor_;
  int32_t x_zero_ = 0, output_zero_ = 0;
  int16_t cell_clip_ = 0;
  int8_t proj_clip_ = 0;
  size_t scratch_bytes_ = 0;
};

}  // namespace slipway::interpreter
