#include <algorithm>

#include "interpreter/index_operand.h"
#include "interpreter/sum_types.h"
#include "ops/scalar.h"
#include "ops/segment_sum/segment_sum.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::IndexOperand;
using interpreter::Kernel;

namespace {

struct State {
  Shape x;
  DType id_type;
  void (*add)(const State&, const IndexOperand& ids, int64_t segments, EvalContext&) = nullptr;
};

template <class T>
void Add(const State& s, const IndexOperand& ids, int64_t segments, EvalContext& c) {
  int64_t row = s.x.Elements(1, s.x.rank());
  const T* x = c.In<T>(0);
  T* y = c.Out<T>(0);
  std::fill_n(y, segments * row, T());
  for (int64_t i = 0; i < s.x[0]; ++i, x += row) {
    T* sum = y + ids[i] * row;
    for (int64_t k = 0; k < row; ++k) sum[k] = FromNumber<T>(ToNumber(sum[k]) + ToNumber(x[k]));
  }
}

Code Eval(const State& s, EvalContext& c) {
  IndexOperand ids(c.In<void>(1), s.id_type);
  Result<int64_t> segments = CountSegments(ids, s.x[0]);
  if (!segments.ok()) return c.Fail(Code::kBadValue, segments.status().message());  // segment_sum_c3
  Shape y = s.x;
  y[0] = *segments;
  Result<Shape> checked = Shape::FromDims(y.dims());
  if (!checked.ok()) return c.Fail(Code::kBadShape, checked.status().message());
  if (Code code = c.Resize(0, y); code != Code::kOk) return code;
  s.add(s, ids, *segments, c);
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const SegmentSum&, interpreter::PrepareContext& c) {
  State s{c.in_shape(0), c.in(1).dtype};
  interpreter::VisitSumType(c.in(0).dtype, [&](auto tag) { s.add = Add<decltype(tag)>; });
  if (!s.add || !c.in(0).quant.empty() || !IndexOperand::Takes(s.id_type))
    return interpreter::NoKernelFor("SegmentSum", c);
  return interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
}

}  // namespace slipway::ops
