#include <algorithm>

#include "base/random.h"
#include "ops/dropout/dropout.h"
#include "train/kernels.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t elements;
  float rate;
  uint64_t key;
};

uint32_t Low(uint64_t v) { return static_cast<uint32_t>(v); }
uint32_t High(uint64_t v) { return static_cast<uint32_t>(v >> 32); }

Code Eval(const State& s, EvalContext& c) {
  const float* x = c.In<float>(0);
  float* y = c.Out<float>(0);
  uint64_t step = static_cast<uint64_t>(c.In<int64_t>(1)[0]);
  float scale = 1 / (1 - s.rate);
  c.pool().ForRange((s.elements + 3) / 4, 256, [&](int64_t begin, int64_t end) {
    for (int64_t block = begin; block < end; ++block) {
      uint64_t b = static_cast<uint64_t>(block);
      PhiloxCounter words = Philox({Low(b), High(b), Low(step), High(step)}, {Low(s.key), High(s.key)});
      int64_t last = std::min<int64_t>(s.elements, block * 4 + 4);
      for (int64_t i = block * 4; i < last; ++i)
        y[i] = UniformFloat(words[static_cast<size_t>(i % 4)]) >= s.rate ? x[i] * scale : 0;
    }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> PrepareTrain(const Dropout& op, interpreter::PrepareContext& c) {
  if (c.in(0).dtype != DType::kF32) return Kernel{};
  return interpreter::MakeKernel(State{c.in_shape(0).Elements(), op.rate, static_cast<uint64_t>(op.key)},
                                 [](const State& s, EvalContext& ctx) { return Eval(s, ctx); });
}

}  // namespace slipway::ops
