#include <algorithm>
#include <cstring>

#include "interpreter/kernel.h"
#include "ops/update_own_kv_cache/update_own_kv_cache.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t places, steps, row;  // row: elements of a place
  int variable;
};

// Moves and fills k or v, `moved` places to the front.
void Update(const State& s, const float* slice, int64_t at, int64_t moved, float* cache) {
  if (moved > 0 && moved < s.places)
    std::memmove(cache, cache + moved * s.row, sizeof(float) * static_cast<size_t>((s.places - moved) * s.row));
  std::copy_n(slice, s.steps * s.row, cache + at * s.row);
}

Code Eval(const State& s, EvalContext& c) {
  const int64_t elements = s.places * s.row, position = c.In<int64_t>(0)[0];
  int32_t* kept = s.variable >= 0 ? c.Variable<int32_t>(s.variable) : nullptr;
  const int64_t first = kept && position != 0 ? kept[0] : 0;
  if (position < first)
    return c.Fail(Code::kBadValue, "position ", position, " lies before ", first,
                  ", the first that is kept; 0 starts again");
  if (position - first > 2 * s.places - s.steps || position > INT32_MAX - s.steps)
    return c.Fail(Code::kBadValue, "position ", position, " lies too far behind ", first, ", the first of ", s.places,
                  " places");
  const int64_t moved = std::max<int64_t>(position - first + s.steps - s.places, 0);
  if (kept) kept[0] = static_cast<int32_t>(first + moved);
  for (int i = 0; i < 2; ++i) {
    float* y = c.Out<float>(i);
    float* cache = kept ? reinterpret_cast<float*>(kept + 1 + i * elements) : y;
    if (!kept) std::fill_n(y, elements, 0.0f);
    Update(s, c.In<float>(1 + i), position - first - moved, moved, cache);
    if (kept) std::copy_n(cache, elements, y);
  }
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const UpdateOwnKvCache& op, interpreter::PrepareContext& c) {
  State s{op.kv_cache_max, c.in_shape(1)[1], op.heads * op.size, op.variable};
  return interpreter::MakeKernel(s, [](const State& state, EvalContext& e) { return Eval(state, e); });
}

}  // namespace slipway::ops
