#include "interpreter/kernel.h"
#include "ops/lsh_projection/lsh_projection.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  LshType type;
  int64_t functions, bits, items;
  size_t bytes;  // of an item
  bool weighted;
};

Code Eval(const State& s, EvalContext& c) {
  const float *seed = c.In<float>(0), *weights = s.weighted ? c.In<float>(2) : nullptr;
  char* key = reinterpret_cast<char*>(c.scratch());
  int32_t* y = c.Out<int32_t>(0);
  for (int64_t f = 0; f < s.functions; ++f) {
    uint64_t number = 0;
    for (int64_t b = 0; b < s.bits; ++b) {
      bool bit = LshBit(*seed++, c.In<char>(1), s.items, s.bytes, weights, key);
      number = number << 1 | bit;
      if (s.type == LshType::kDense) *y++ = bit;
    }
    number += static_cast<uint64_t>(f) << s.bits;
    if (s.type == LshType::kSparse) *y++ = static_cast<int32_t>(static_cast<uint32_t>(number));
  }
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const LshProjection& op, interpreter::PrepareContext& c) {
  const Shape &hash = c.in_shape(0), &x = c.in_shape(1);
  size_t bytes = DTypeBytes(c.in(1).dtype, static_cast<size_t>(x.Elements(1, x.rank())));
  State s{op.type, hash[0], hash[1], x[0], bytes, c.Has(2)};
  Kernel k = interpreter::MakeKernel(s, [](const State& state, EvalContext& e) { return Eval(state, e); });
  k.scratch_bytes = sizeof(float) + bytes;
  return k;
}

}  // namespace slipway::ops
