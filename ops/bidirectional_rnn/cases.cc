#include "ops/bidirectional_rnn/bidirectional_rnn.h"
#include "ops/state_case.h"

namespace slipway::ops {

namespace {

CaseInput Weights(Shape shape, bool hybrid) {
  if (!hybrid) return ConstRand(shape);
  CaseInput in = ConstOf(RandQuant(shape, 0.008f, 0, DType::kI8));
  in.lo = -127;
  return in;
}

// Two steps, three batches, five inputs; four units forwards and six backwards. aux: the depth of the second input.
std::vector<CaseInput> Operands(bool time_major, int64_t aux, bool aux_weights, bool hybrid) {
  auto sequence = [&](int64_t depth) { return Rand(time_major ? Shape{2, 3, depth} : Shape{3, 2, depth}); };
  std::vector<CaseInput> in = {sequence(5)};
  for (int64_t units : {4, 6}) {
    in.push_back(Weights({units, 5}, hybrid));
    in.push_back(Weights({units, units}, hybrid));
    in.push_back(ConstRand({units}));
    in.push_back(State({3, units}));
  }
  in.push_back(aux ? sequence(aux) : Absent());
  for (int64_t units : {4, 6}) in.push_back(aux_weights ? Weights({units, aux}, hybrid) : Absent());
  return in;
}

}  // namespace

std::vector<Case> Cases(const BidirectionalRnn*) {
  std::vector<Case> cases;
  auto add = [&](std::string name, BidirectionalRnn op, int64_t aux = 0, bool aux_weights = false,
                 bool hybrid = false) {
    cases.push_back({.name = StrCat("bidirectional_rnn_", name),
                     .op = op,
                     .inputs = Operands(op.time_major, aux, aux_weights, hybrid),
                     .gradient = false});
  };
  for (bool time_major : {false, true})
    for (bool merge : {false, true}) {
      BidirectionalRnn op{.time_major = time_major, .merge_outputs = merge};
      std::string how = StrCat(time_major ? "time_major" : "batch_major", merge ? "_merged" : "");
      add(how, op);
      add(StrCat(how, "_cross_linked"), op, 5, true);
      add(StrCat(how, "_stacked"), op, 5);
      op.asymmetric_quantize_inputs = merge;
      add(StrCat(how, "_hybrid"), op, 0, false, true);
    }
  add("relu_other_depth", {.activation = Activation::kRelu}, 7, true);
  auto refuse = [&](const char* name, size_t i, CaseInput with, const char* error, bool aux = false) {
    std::vector<CaseInput> in = Operands(false, aux ? 5 : 0, aux, false);
    if (i < in.size())
      in[i] = std::move(with);
    else
      in.pop_back();
    cases.push_back({.name = name, .op = BidirectionalRnn{}, .inputs = std::move(in), .error = error});
  };
  refuse("bidirectional_rnn_c1", 12, {}, "expected 12 operands, got 11");
  refuse("bidirectional_rnn_c1_weights", 11, Absent(), "given in part", true);
  refuse("bidirectional_rnn_c1_aux", 9, Absent(), "the second input, operand 9, is missing", true);
  refuse("bidirectional_rnn_c2", 0, Rand({3, 5}), "expected rank 3");
  refuse("bidirectional_rnn_c2_aux", 9, Rand({3, 2, 6}), "operand 9 has shape [3,2,6], expected [3,2,5]");
  refuse("bidirectional_rnn_c2_aux_steps", 9, Rand({3, 1, 6}), "operand 9 has shape [3,1,6]", true);
  refuse("bidirectional_rnn_c3", 1, Weights({4, 5}, true), "operand 2 is f32, expected i8");
  refuse("bidirectional_rnn_c4", 6, ConstRand({6, 5}), "operand 6 has shape [6,5], expected [6,6]");
  refuse("bidirectional_rnn_c4_state", 8, State({6, 3}), "operand 8 has shape [6,3], expected [3,6]");
  refuse("bidirectional_rnn_c4_aux", 11, ConstRand({6, 4}), "operand 11 has shape [6,4], expected [6,5]", true);
  AddComputedWeights("bidirectional_rnn_batch_major_hybrid", &cases);
  return cases;
}

}  // namespace slipway::ops
