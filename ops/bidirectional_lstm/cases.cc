#include "ops/bidirectional_lstm/bidirectional_lstm.h"
#include "ops/recurrent.h"
#include "ops/state_case.h"

namespace slipway::ops {

namespace {

struct Layer {
  bool cifg = false, peephole = false, projection = false;
  int64_t aux = 0;  // depth of the second input
  bool aux_weights = false, hybrid = false;
  int64_t backward = 4;  // cells; LiteRT has as many as forwards
};

CaseInput Weights(Shape shape, bool hybrid) {
  if (!hybrid) return ConstRand(shape);
  CaseInput in = ConstOf(RandQuant(shape, 0.008f, 0, DType::kI8));
  in.lo = -127;
  return in;
}

void AddDirection(const LstmOperands& o, const Layer& l, int64_t cells, int64_t outputs, std::vector<CaseInput>* in) {
  auto at = [&](int i) -> CaseInput& { return (*in)[static_cast<size_t>(i)]; };
  for (size_t g = l.cifg ? 1 : 0; g < 4; ++g) {
    at(o.input[g]) = Weights({cells, 5}, l.hybrid);
    at(o.recurrent[g]) = Weights({cells, outputs}, l.hybrid);
    at(o.bias[g]) = ConstRand({cells});
    if (l.peephole && g != kCellGate) at(o.peephole[g]) = Weights({cells}, l.hybrid);
    if (l.aux_weights) at(o.aux_input[g]) = Weights({cells, l.aux}, l.hybrid);
  }
  if (l.projection) {
    at(o.projection) = Weights({outputs, cells}, l.hybrid);
    at(o.projection_bias) = ConstRand({outputs});
  }
  at(o.output_state) = State({3, outputs});
  at(o.cell_state) = State({3, cells});
}

// Two steps, three batches, five inputs.
std::vector<CaseInput> Operands(bool time_major, const Layer& l) {
  auto sequence = [&](int64_t depth) { return Rand(time_major ? Shape{2, 3, depth} : Shape{3, 2, depth}); };
  std::vector<CaseInput> in(48, Absent());
  in[0] = sequence(5);
  if (l.aux) in[39] = sequence(l.aux);
  AddDirection(kForwardLstmOperands, l, 4, l.projection ? 3 : 4, &in);
  AddDirection(kBackwardLstmOperands, l, l.backward, l.projection ? 3 : l.backward, &in);
  return in;
}

}  // namespace

std::vector<Case> Cases(const BidirectionalLstm*) {
  std::vector<Case> cases;
  auto add = [&](std::string name, BidirectionalLstm op, const Layer& l) {
    cases.push_back({.name = StrCat("bidirectional_lstm_", name),
                     .op = op,
                     .inputs = Operands(op.time_major, l),
                     .gradient = false});
  };
  for (bool time_major : {true, false})
    for (bool merge : {false, true}) {
      BidirectionalLstm op{.time_major = time_major, .merge_outputs = merge};
      std::string how = StrCat(time_major ? "time_major" : "batch_major", merge ? "_merged" : "");
      add(how, op, {});
      add(StrCat(how, "_cross_linked"), op, {.aux = 7, .aux_weights = true});
      add(StrCat(how, "_stacked"), op, {.aux = 5});
      add(StrCat(how, "_cifg_projection"), op, {.cifg = true, .projection = true, .aux = 5, .aux_weights = true});
      op.asymmetric_quantize_inputs = merge;
      add(StrCat(how, "_hybrid"), op, {.peephole = true, .projection = true, .hybrid = true});
    }
  add("other_size", {.merge_outputs = true}, {.backward = 6});
  add("peephole_clips", {.cell_clip = 0.3f, .proj_clip = 0.2f}, {.peephole = true, .projection = true});
  auto refuse = [&](const char* name, size_t i, CaseInput with, const char* error, const Layer& l = {}) {
    std::vector<CaseInput> in = Operands(true, l);
    if (i < in.size())
      in[i] = std::move(with);
    else
      in.pop_back();
    cases.push_back({.name = name, .op = BidirectionalLstm{}, .inputs = std::move(in), .error = error});
  };
  const Layer linked{.aux = 7, .aux_weights = true};
  refuse("bidirectional_lstm_c1", 48, {}, "expected 48 operands, got 47");
  refuse("bidirectional_lstm_c1_gate", 22, Absent(), "operands of the input gate are given in part");
  refuse("bidirectional_lstm_c1_weights", 46, Absent(), "given in part: operand 46", linked);
  refuse("bidirectional_lstm_c1_aux", 39, Absent(), "the second input, operand 39, is missing", linked);
  refuse("bidirectional_lstm_c1_aux_gate", 40, ConstRand({4, 7}), "an input gate that is not there", {.cifg = true});
  refuse("bidirectional_lstm_c2", 0, Rand({2, 5}), "expected rank 3");
  refuse("bidirectional_lstm_c2_aux", 39, Rand({2, 3, 6}), "operand 39 has shape [2,3,6], expected [2,3,5]");
  refuse("bidirectional_lstm_c3", 0, RandQuant({2, 3, 5}, 0.1f, 0), "x is i8, expected f32");
  refuse("bidirectional_lstm_c3_weights", 21, Weights({4, 5}, true), "expected i8");
  refuse("bidirectional_lstm_c4", 23, ConstRand({4, 5}), "operand 23 has shape [4,5], expected [4,4]");
  refuse("bidirectional_lstm_c4_aux", 45, ConstRand({4, 5}), "operand 45 has shape [4,5], expected [4,7]", linked);
  refuse("bidirectional_lstm_c4_state", 38, State({3, 7}), "expected 12 elements");
  std::vector<CaseInput> in = Operands(true, {});
  cases.push_back({.name = "bidirectional_lstm_c5",
                   .op = BidirectionalLstm{.proj_clip = -1},
                   .inputs = std::move(in),
                   .error = "expected at least 0"});
  AddComputedWeights("bidirectional_lstm_time_major_merged_hybrid", &cases);
  return cases;
}

}  // namespace slipway::ops
