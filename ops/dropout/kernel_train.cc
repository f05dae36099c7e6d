#include <algorithm>

#include "base/random.h"
#include "interpreter/kernel.h"
#include "ops/dropout/dropout.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t elements;
  PhiloxKey key;
  float rate;
};

constexpr int kLanes = 16;  // Philox blocks made together

// words[w][l]: word w of block first + l.
void MakeWords(uint64_t first, uint64_t step, PhiloxKey key, uint32_t (&words)[4][kLanes]) {
  for (int l = 0; l < kLanes; ++l) {
    uint64_t block = first + static_cast<uint64_t>(l);
    words[0][l] = static_cast<uint32_t>(block);
    words[1][l] = static_cast<uint32_t>(block >> 32);
    words[2][l] = static_cast<uint32_t>(step);
    words[3][l] = static_cast<uint32_t>(step >> 32);
  }
  for (int round = 0; round < 10; ++round) {
    for (int l = 0; l < kLanes; ++l) {
      uint64_t p0 = uint64_t{0xD2511F53} * words[0][l], p1 = uint64_t{0xCD9E8D57} * words[2][l];
      words[0][l] = static_cast<uint32_t>(p1 >> 32) ^ words[1][l] ^ key[0];
      words[1][l] = static_cast<uint32_t>(p1);
      words[2][l] = static_cast<uint32_t>(p0 >> 32) ^ words[3][l] ^ key[1];
      words[3][l] = static_cast<uint32_t>(p0);
    }
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
}

Code Eval(const State& s, EvalContext& c) {
  const float* x = c.In<float>(0);
  uint64_t step = static_cast<uint64_t>(*c.In<int64_t>(1));
  float* y = c.Out<float>(0);
  float scale = 1 / (1 - s.rate);
  constexpr int64_t kGroup = 4 * kLanes;
  c.pool().ForRange((s.elements + kGroup - 1) / kGroup, 64, [&](int64_t begin, int64_t end) {
    uint32_t words[4][kLanes];
    for (int64_t g = begin; g < end; ++g) {
      MakeWords(static_cast<uint64_t>(g) * kLanes, step, s.key, words);
      int64_t first = g * kGroup, n = std::min(kGroup, s.elements - first);
      for (int64_t i = 0; i < n; ++i)
        y[first + i] = UniformFloat(words[i % 4][i / 4]) >= s.rate ? x[first + i] * scale : 0;
    }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> PrepareTrain(const Dropout& op, interpreter::PrepareContext& c) {
  if (c.in(0).dtype != DType::kF32) return interpreter::NoKernelFor("Dropout", c);
  uint64_t key = static_cast<uint64_t>(op.key);
  State s{c.in_shape(0).Elements(), {static_cast<uint32_t>(key), static_cast<uint32_t>(key >> 32)}, op.rate};
  Kernel k = interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
  k.in_place = 0;
  return k;
}

}  // namespace slipway::ops
