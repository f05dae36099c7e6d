#include <algorithm>

#include "interpreter/index_operand.h"
#include "interpreter/movement/strided_copy.h"
#include "ops/dynamic_update_slice/dynamic_update_slice.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::IndexOperand;
using interpreter::Kernel;
using interpreter::StridedCopy;
using interpreter::Strides;

namespace {

struct State {
  Shape x, update;
  DType start_type;
  StridedCopy all, block;
};

Code Eval(const State& s, EvalContext& c) {
  if (s.x.Elements() == 0) return Code::kOk;
  if (c.In<void>(0) != c.Out<void>(0)) interpreter::RunCopy(s.all, c.In<void>(0), c.Out<void>(0), c.pool());
  if (s.update.Elements() == 0) return Code::kOk;
  IndexOperand starts(c.In<void>(2), s.start_type);
  Strides to(s.x);
  StridedCopy block = s.block;
  for (int i = 0; i < s.x.rank(); ++i)
    block.to_offset += std::clamp<int64_t>(starts[i], 0, s.x[i] - s.update[i]) * to[i];
  interpreter::RunCopy(interpreter::Simplify(block), c.In<void>(1), c.Out<void>(0), c.pool());
  return Code::kOk;
}

}  // namespace

// In place where x is not needed afterwards: then only the block moves (a cache that grows by a row).
Result<Kernel> Prepare(const DynamicUpdateSlice&, interpreter::PrepareContext& c) {
  State s{c.in_shape(0), c.in_shape(1), c.in(2).dtype};
  int element = interpreter::MovableBytes(c.in(0).dtype);
  if (element < 0 || !IndexOperand::Takes(s.start_type)) return interpreter::NoKernelFor("DynamicUpdateSlice", c);
  s.all.element = s.block.element = element;
  s.all.Add(s.x.Elements(), 1, 1);
  Strides from(s.update), to(s.x);
  for (int i = 0; i < s.x.rank(); ++i) s.block.Add(s.update[i], from[i], to[i]);
  s.all = interpreter::Simplify(s.all);
  Kernel k = interpreter::MakeKernel(std::move(s), [](const State& state, EvalContext& e) { return Eval(state, e); });
  k.in_place = 0;
  return k;
}

}  // namespace slipway::ops
