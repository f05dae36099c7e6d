#include <cstring>

#include "interpreter/kernel.h"
#include "interpreter/refuse.h"
#include "ops/gather/gather.h"
#include "ops/gather_backward/gather_backward.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t batches, outer, n, inner, picks;
  Shape indices;
  Code (*eval)(const State&, EvalContext&);
};

template <class Index>
Code Eval(const State& s, EvalContext& c) {
  const float* dy = c.In<float>(0);
  const Index* indices = c.In<Index>(1);
  float* dx = c.Out<float>(0);
  for (int64_t i = 0; i < s.batches * s.picks; ++i)
    if (indices[i] < 0 || static_cast<int64_t>(indices[i]) >= s.n)
      return interpreter::RefuseIndex(s.indices, indices, s.n, c);  // gather_backward_c3
  int64_t blocks = s.batches * s.outer, elements = blocks * s.n * s.inner;
  if (elements > 0) std::memset(dx, 0, static_cast<size_t>(elements) * sizeof(float));
  // One task adds all slices of one block, in their order.
  c.pool().ForRange(blocks, 8192 / (s.picks * s.inner + 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t block = begin; block < end; ++block)
      for (int64_t p = 0; p < s.picks; ++p) {
        const float* from = dy + (block * s.picks + p) * s.inner;
        float* to = dx + (block * s.n + static_cast<int64_t>(indices[block / s.outer * s.picks + p])) * s.inner;
        for (int64_t k = 0; k < s.inner; ++k) to[k] += from[k];
      }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> PrepareTrain(const GatherBackward& op, interpreter::PrepareContext& c) {
  const Shape &x = c.out_shape(0), &i = c.in_shape(1);
  DType index = c.in(1).dtype;
  if (c.in(0).dtype != DType::kF32 || !x.IsStatic() || (index != DType::kI32 && index != DType::kI64))
    return interpreter::NoKernelFor("GatherBackward", c);
  ASSIGN_OR_RETURN(GatherAxes axes, NormalizeGather({op.axis, op.batch_dims}, x.rank(), i.rank()));
  State s{.batches = x.Elements(0, axes.batch_dims),
          .outer = x.Elements(axes.batch_dims, axes.axis),
          .n = x[axes.axis],
          .inner = x.Elements(axes.axis + 1, x.rank()),
          .picks = i.Elements(axes.batch_dims, i.rank()),
          .indices = i,
          .eval = index == DType::kI32 ? Eval<int32_t> : Eval<int64_t>};
  return interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return state.eval(state, ctx); });
}

}  // namespace slipway::ops
