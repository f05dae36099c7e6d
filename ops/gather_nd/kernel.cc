#include <algorithm>
#include <cstring>

#include "interpreter/index_operand.h"
#include "interpreter/movement/strided_copy.h"
#include "ops/gather_nd/gather_nd.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::IndexOperand;
using interpreter::Kernel;

namespace {

struct State {
  SliceIndex slices;
  DType index_type;
  int element;  // bytes; 0: strings
};

Code Eval(const State& s, EvalContext& c) {
  IndexOperand indices(c.In<void>(1), s.index_type);
  int64_t n = s.slices.tuples(), slice = s.slices.slice(), bytes = slice * s.element;
  if (slice == 0) return Code::kOk;
  for (int64_t i = 0; i < n; ++i)
    if (s.slices.At(indices, i) < 0)
      return c.Fail(Code::kIndexOutOfRange, s.slices.Outside(indices, i).view());  // gather_nd_c3
  c.pool().ForRange(n, 65536 / (bytes + 16) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t at = s.slices.At(indices, i);
      if (s.element == 0)
        std::copy_n(c.InStrings(0) + at * slice, slice, c.OutStrings(0) + i * slice);
      else
        std::memcpy(c.Out<char>(0) + i * bytes, c.In<char>(0) + at * bytes, static_cast<size_t>(bytes));
    }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const GatherNd&, interpreter::PrepareContext& c) {
  State s{{c.in_shape(0), c.in_shape(1)}, c.in(1).dtype, interpreter::MovableBytes(c.in(0).dtype)};
  if (s.element < 0 || !IndexOperand::Takes(s.index_type)) return interpreter::NoKernelFor("GatherNd", c);
  return interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
}

}  // namespace slipway::ops
