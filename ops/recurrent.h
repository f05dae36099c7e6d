#pragma once
// What recurrent layers share: the operands of an LSTM, their checks, and the float cell as obvious loops.

#include <array>
#include <initializer_list>
#include <optional>

#include "ops/attributes.h"
#include "ops/infer.h"

namespace slipway::ops {

enum LstmGate { kInputGate, kForgetGate, kCellGate, kOutputGate };
inline constexpr int kNoOperand = -1;

// Operands of one direction, per gate. kNoOperand: this form of the layer has no such operand; others may be absent,
// too.
struct LstmOperands {
  std::array<int, 4> input, recurrent, peephole, bias;
  int projection, projection_bias, output_state, cell_state;
  std::array<int, 4> norm = {kNoOperand, kNoOperand, kNoOperand, kNoOperand};
  int aux = kNoOperand;  // the second input
  std::array<int, 4> aux_input = {kNoOperand, kNoOperand, kNoOperand, kNoOperand};
};

// LSTM and UNIDIRECTIONAL_SEQUENCE_LSTM.
inline constexpr LstmOperands kLstmOperands = {.input = {1, 2, 3, 4},
                                               .recurrent = {5, 6, 7, 8},
                                               .peephole = {9, 10, kNoOperand, 11},
                                               .bias = {12, 13, 14, 15},
                                               .projection = 16,
                                               .projection_bias = 17,
                                               .output_state = 18,
                                               .cell_state = 19,
                                               .norm = {20, 21, 22, 23}};
// BIDIRECTIONAL_SEQUENCE_LSTM.
inline constexpr LstmOperands kForwardLstmOperands = {.input = {1, 2, 3, 4},
                                                      .recurrent = {5, 6, 7, 8},
                                                      .peephole = {9, 10, kNoOperand, 11},
                                                      .bias = {12, 13, 14, 15},
                                                      .projection = 16,
                                                      .projection_bias = 17,
                                                      .output_state = 35,
                                                      .cell_state = 36,
                                                      .aux = 39,
                                                      .aux_input = {40, 41, 42, 43}};
inline constexpr LstmOperands kBackwardLstmOperands = {.input = {18, 19, 20, 21},
                                                       .recurrent = {22, 23, 24, 25},
                                                       .peephole = {26, 27, kNoOperand, 28},
                                                       .bias = {29, 30, 31, 32},
                                                       .projection = 33,
                                                       .projection_bias = 34,
                                                       .output_state = 37,
                                                       .cell_state = 38,
                                                       .aux = 39,
                                                       .aux_input = {44, 45, 46, 47}};

// Batch and time steps of a sequence [time, batch, n] or [batch, time, n]; -1 where unknown.
struct SequenceSizes {
  int64_t batch = -1, time = -1, depth = -1;
};
SequenceSizes SizesOfSequence(const Shape& x, bool time_major);

// Checks of operand i of a layer; sizes that are not known (-1) fit.
Status CheckOperand(Inputs in, int i, DType dtype, std::initializer_list<int64_t> dims);
// The same for a state of `elements`, of any shape; -1: unknown.
Status CheckState(Inputs in, int i, DType dtype, int64_t elements);
// f32 beside f32 weights or 8-bit ones (i8, u8).
Status CheckFloatLayer(Inputs in, int x, int weights);

// The operands of one direction of an LSTM; the first unit of `y`'s last dimension. Codes: all 8-bit.
struct LstmSizes {
  int64_t cells = -1, outputs = -1;
};
Result<LstmSizes> CheckLstm(Inputs in, const LstmOperands&, const SequenceSizes& x, std::optional<int64_t> aux_depth,
                            bool diagonal);

// One direction of a simple recurrent layer.
struct RnnOperands {
  int weights, recurrent, bias, state;
  int aux = kNoOperand, aux_weights = kNoOperand;
};
inline constexpr RnnOperands kRnnOperands = {1, 2, 3, 4};
inline constexpr RnnOperands kForwardRnnOperands = {1, 2, 3, 4, 9, 10};
inline constexpr RnnOperands kBackwardRnnOperands = {5, 6, 7, 8, 9, 11};
// The units.
Result<int64_t> CheckRnn(Inputs in, const RnnOperands&, const SequenceSizes& x, std::optional<int64_t> aux_depth);

// The second input of a bidirectional layer and its weights, which are there all or none. Its depth (-1: not known)
// where it has weights; without them it must be like x, operand 0.
Result<std::optional<int64_t>> CheckAux(Inputs in, int aux, std::span<const int> weights);
// Two results, or one with the units side by side.
Result<TensorTypes> BidirectionalResults(DType, const Shape& x, int64_t forward, int64_t backward, bool merge);

// Absent operands as kNoOperand. `has(i)`: is operand i there?
template <class Has>
LstmOperands PresentOperands(LstmOperands o, const Has& has) {
  auto keep = [&](int& i) { i = i != kNoOperand && has(i) ? i : kNoOperand; };
  for (auto* list : {&o.input, &o.recurrent, &o.peephole, &o.bias, &o.norm, &o.aux_input})
    for (int& i : *list) keep(i);
  for (int* i : {&o.projection, &o.projection_bias, &o.output_state, &o.cell_state, &o.aux}) keep(*i);
  return o;
}

template <class Has>
RnnOperands PresentOperands(RnnOperands o, const Has& has) {
  for (int* i : {&o.weights, &o.recurrent, &o.bias, &o.state, &o.aux, &o.aux_weights})
    *i = *i != kNoOperand && has(*i) ? *i : kNoOperand;
  return o;
}

}  // namespace slipway::ops
