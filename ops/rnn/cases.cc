#include "ops/rnn/rnn.h"
#include "ops/state_case.h"

namespace slipway::ops {

static CaseInput Weights(Shape shape, DType dtype) {
  if (dtype == DType::kF32) return ConstRand(shape);
  CaseInput in = ConstOf(RandQuant(shape, 0.008f, 0, dtype));
  if (dtype == DType::kI8) in.lo = -127;
  return in;
}

std::vector<Case> Cases(const Rnn*) {
  std::vector<Case> cases;
  auto add = [&](std::string name, Rnn op, Shape x, int64_t units, DType weights = DType::kF32) {
    int64_t batch = op.time_major && !op.one_step ? x[1] : x[0];
    cases.push_back({.name = std::move(name),
                     .op = op,
                     .inputs = {Rand(x), Weights({units, x.back()}, weights), Weights({units, units}, weights),
                                ConstRand({units}), State({batch, units})},
                     .gradient = false});
  };
  add("rnn_batch_major", {}, {2, 4, 5}, 7);
  add("rnn_time_major", {.time_major = true}, {4, 2, 5}, 7);
  add("rnn_relu", {.activation = Activation::kRelu}, {1, 9, 3}, 33);
  add("rnn_linear", {.activation = Activation::kNone}, {3, 2, 3}, 4);
  add("rnn_no_steps", {}, {2, 0, 3}, 4);
  add("rnn_no_batch", {}, {0, 3, 3}, 4);
  add("rnn_step", {.one_step = true}, {2, 5}, 6);
  add("rnn_step_relu6", {.one_step = true, .activation = Activation::kRelu6}, {1, 16}, 17);
  for (bool asymmetric : {false, true}) {
    const char* how = asymmetric ? "_asymmetric" : "";
    add(StrCat("rnn_hybrid", how), {.asymmetric_quantize_inputs = asymmetric}, {2, 4, 9}, 7, DType::kI8);
    add(StrCat("rnn_hybrid_time_major", how), {.time_major = true, .asymmetric_quantize_inputs = asymmetric}, {4, 2, 9},
        7, DType::kI8);
    add(StrCat("rnn_hybrid_step", how), {.one_step = true, .asymmetric_quantize_inputs = asymmetric}, {2, 9}, 7,
        DType::kI8);
  }
  auto refuse = [&](const char* name, Rnn op, size_t i, CaseInput with, const char* error) {
    std::vector<CaseInput> in = {Rand({2, 3, 5}), ConstRand({4, 5}), ConstRand({4, 4}), ConstRand({4}), State({2, 4})};
    if (i < in.size())
      in[i] = std::move(with);
    else
      in.pop_back();
    cases.push_back({.name = name, .op = op, .inputs = std::move(in), .error = error});
  };
  refuse("rnn_c1", {}, 5, {}, "expected 5 operands");
  refuse("rnn_c2", {}, 0, Rand({2, 5}), "expected rank 3");
  refuse("rnn_c2_step", {.one_step = true}, 0, Rand({2, 3, 5}), "expected rank 2");
  refuse("rnn_c3", {}, 0, Rand({2, 3, 5}, -1, 1, DType::kF64), "no kernel combines");
  refuse("rnn_c3_recurrent", {}, 2, Weights({4, 4}, DType::kI8), "operand 2 is i8, expected f32");
  refuse("rnn_c4", {}, 1, ConstRand({4, 6}), "operand 1 has shape [4,6], expected [4,5]");
  refuse("rnn_c4_recurrent", {}, 2, ConstRand({4, 3}), "operand 2 has shape [4,3], expected [4,4]");
  refuse("rnn_c4_bias", {}, 3, ConstRand({3}), "operand 3 has shape [3], expected [4]");
  refuse("rnn_c4_state", {.time_major = true}, 4, State({2, 4}), "operand 4 has shape [2,4], expected [3,4]");
  for (const char* name : {"rnn_hybrid_asymmetric", "rnn_hybrid_step"}) AddComputedWeights(name, &cases);
  return cases;
}

}  // namespace slipway::ops
