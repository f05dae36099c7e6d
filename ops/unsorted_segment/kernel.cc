#include <algorithm>

#include "interpreter/index_operand.h"
#include "ops/scalar.h"
#include "ops/unsorted_segment/unsorted_segment.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::IndexOperand;
using interpreter::Kernel;

namespace {

struct State {
  SegmentFold fold;
  Shape x, ids;
  DType id_type, count_type;
  void (*folds)(const State&, const IndexOperand& ids, int64_t segments, EvalContext&) = nullptr;
};

template <class T>
T EmptyOf(SegmentFold fold) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(EmptyIntegerSegment(fold, DTypeOf<T>()));
  else
    return FromNumber<T>(static_cast<NumberOf<T>>(EmptySegment(fold, DTypeOf<T>())));
}

template <class T>
void Fold(const State& s, const IndexOperand& ids, int64_t segments, EvalContext& c) {
  int64_t part = s.x.Elements(s.ids.rank(), s.x.rank()), n = s.ids.Elements();
  const T* x = c.In<T>(0);
  T* y = c.Out<T>(0);
  std::fill_n(y, segments * part, EmptyOf<T>(s.fold));
  for (int64_t i = 0; i < n; ++i, x += part) {
    if (ids[i] < 0) continue;
    T* to = y + ids[i] * part;
    for (int64_t k = 0; k < part; ++k) to[k] = FromNumber<T>(Folded(s.fold, ToNumber(to[k]), ToNumber(x[k])));
  }
}

Code Eval(const State& s, EvalContext& c) {
  IndexOperand ids(c.In<void>(1), s.id_type);
  int64_t segments = IndexOperand(c.In<void>(2), s.count_type)[0], n = s.ids.Elements();
  Result<Shape> y = SegmentsShape(s.x, s.ids, segments);
  if (!y.ok()) return c.Fail(Code::kBadValue, y.status().message());  // unsorted_segment_c3
  for (int64_t i = 0; i < n; ++i)
    if (ids[i] >= segments)  // unsorted_segment_c4
      return c.Fail(Code::kIndexOutOfRange, "ids[", i, "] = ", ids[i], " is not below ", segments);
  if (Code code = c.Resize(0, *y); code != Code::kOk) return code;
  s.folds(s, ids, segments, c);
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const UnsortedSegment& op, interpreter::PrepareContext& c) {
  State s{op.fold, c.in_shape(0), c.in_shape(1), c.in(1).dtype, c.in(2).dtype};
  VisitFixedDType(c.in(0).dtype, [&](auto tag) {
    if constexpr (!std::is_same_v<decltype(tag), bool>) s.folds = Fold<decltype(tag)>;
  });
  if (!s.folds || !c.in(0).quant.empty() || !IndexOperand::Takes(s.id_type) || !IndexOperand::Takes(s.count_type))
    return interpreter::NoKernelFor("UnsortedSegment", c);
  return interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
}

}  // namespace slipway::ops
