#include <algorithm>

#include "interpreter/kernel.h"
#include "ops/rng_bit_generator/rng_bit_generator.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  RngAlgorithm algorithm;
  int64_t entries, words;
};

Code Eval(const State& s, EvalContext& c) {
  uint64_t state[3] = {};
  std::copy_n(c.In<uint64_t>(0), s.entries, state);
  GenerateBits(s.algorithm, state, s.entries, c.Out<uint32_t>(1), s.words);
  std::copy_n(state, s.entries, c.Out<uint64_t>(0));
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const RngBitGenerator& op, interpreter::PrepareContext& c) {
  int64_t words = c.out_shape(1).Elements() * DTypeSize(op.out_type) / 4;
  return interpreter::MakeKernel(State{op.algorithm, c.in_shape(0)[0], words},
                                 [](const State& s, EvalContext& e) { return Eval(s, e); });
}

}  // namespace slipway::ops
