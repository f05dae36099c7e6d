#include <cstring>

#include "interpreter/kernel.h"
#include "ops/update_kv_cache/update_kv_cache.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t batch, places, steps;
  size_t cache, row;  // bytes
};

// How many of the positions are used.
int64_t UsedPositions(const int32_t* positions, int64_t steps) {
  int64_t used = 0;
  while (used < steps && (used == 0 || positions[used] >= positions[used - 1])) ++used;
  return used;
}

Code Eval(const State& s, EvalContext& c) {
  const int32_t* positions = c.In<int32_t>(2);
  const int64_t used = UsedPositions(positions, s.steps);
  for (int64_t t = 0; t < used; ++t)
    if (positions[t] < 0 || positions[t] >= s.places)
      return c.Fail(Code::kIndexOutOfRange, "position ", positions[t], " is not in [0, ", s.places, ")");
  for (int cache = 0; cache < 2; ++cache) {
    const std::byte *from = c.In<std::byte>(cache), *slice = c.In<std::byte>(3 + cache);
    std::byte* y = c.Out<std::byte>(cache);
    if (s.cache > 0 && y != from) std::memcpy(y, from, s.cache);
    for (int64_t b = 0; s.row > 0 && b < s.batch; ++b)
      for (int64_t t = 0; t < used; ++t)
        std::memcpy(y + static_cast<size_t>(b * s.places + positions[t]) * s.row,
                    slice + static_cast<size_t>(b * s.steps + t) * s.row, s.row);
  }
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const UpdateKvCache&, interpreter::PrepareContext& c) {
  const Shape& k = c.in_shape(0);
  size_t element = DTypeSize(c.in(0).dtype);
  State s{k[0], k[1], c.in_shape(3)[1], static_cast<size_t>(k.Elements()) * element,
          static_cast<size_t>(k.Elements(2, k.rank())) * element};
  Kernel kernel = interpreter::MakeKernel(s, [](const State& state, EvalContext& e) { return Eval(state, e); });
  kernel.in_place = 0;
  return kernel;
}

}  // namespace slipway::ops
