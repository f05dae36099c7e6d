#include <algorithm>

#include "interpreter/kernel.h"
#include "interpreter/open_shape.h"
#include "interpreter/random_stream.h"
#include "ops/random_values/random_values.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  RandomKind kind;
  interpreter::SeededStream stream;
  TensorType dims;
  bool open;
  int64_t n;
};

Code Eval(const State& s, EvalContext& c) {
  int64_t n = s.n;
  if (s.open) {
    Shape y;
    if (Code code = interpreter::ShapeFromOperand(s.dims, 0, c, &y); code != Code::kOk) return code;
    if (Code code = c.Resize(0, y); code != Code::kOk) return code;
    n = y.Elements();
  }
  auto [seeds, first] = s.stream.Take(c, static_cast<uint64_t>(n + 3) / 4);
  float* y = c.Out<float>(0);
  c.pool().ForRange((n + 3) / 4, 1024, [&, seeds = seeds, first = first](int64_t begin, int64_t end) {
    for (int64_t b = begin; b < end; ++b) {
      uint64_t block = first + static_cast<uint64_t>(b);
      std::array<float, 4> four =
          s.kind == RandomKind::kUniform ? SeededUniform(seeds, block) : SeededNormal(seeds, block);
      std::copy_n(four.begin(), std::min<int64_t>(4, n - 4 * b), y + 4 * b);
    }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const RandomValues& op, interpreter::PrepareContext& c) {
  bool open = !c.out_shape(0).IsStatic();
  State s{op.kind, {op.seed, op.seed2, op.variable}, c.in(0), open, open ? 0 : c.out_shape(0).Elements()};
  return interpreter::MakeKernel(std::move(s), [](const State& state, EvalContext& e) { return Eval(state, e); });
}

}  // namespace slipway::ops
