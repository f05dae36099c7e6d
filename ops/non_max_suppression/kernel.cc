#include <algorithm>

#include "interpreter/kernel.h"
#include "ops/non_max_suppression/non_max_suppression.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  bool soft, open;
  int64_t boxes;
};

Code Eval(const State& s, EvalContext& c) {
  BoxLimits limits{*c.In<int32_t>(2), *c.In<float>(3), *c.In<float>(4), s.soft ? *c.In<float>(5) : 0.0f};
  if (const char* why = RefusedLimits(limits)) return c.Fail(Code::kBadValue, why);
  for (int i = 0; s.open && i < (s.soft ? 2 : 1); ++i)
    if (Code code = c.Resize(i, {limits.most}); code != Code::kOk) return code;
  ChosenBoxes chosen = ChooseBoxes(c.In<float>(0), c.In<float>(1), s.boxes, limits);
  size_t n = chosen.indices.size();
  *c.Out<int32_t>(s.soft ? 2 : 1) = static_cast<int32_t>(n);
  chosen.indices.resize(static_cast<size_t>(limits.most));
  chosen.scores.resize(static_cast<size_t>(limits.most));
  std::copy(chosen.indices.begin(), chosen.indices.end(), c.Out<int32_t>(0));
  if (s.soft) std::copy(chosen.scores.begin(), chosen.scores.end(), c.Out<float>(1));
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const NonMaxSuppression& op, interpreter::PrepareContext& c) {
  for (int i : {0, 1, 3, 4})
    if (c.in(i).dtype != DType::kF32) return interpreter::NoKernelFor("NonMaxSuppression", c);
  if (op.soft && c.in(5).dtype != DType::kF32) return interpreter::NoKernelFor("NonMaxSuppression", c);
  return interpreter::MakeKernel(State{op.soft, !c.out_shape(0).IsStatic(), c.in_shape(1)[0]},
                                 [](const State& s, EvalContext& e) { return Eval(s, e); });
}

}  // namespace slipway::ops
