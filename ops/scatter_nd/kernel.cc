#include <algorithm>

#include "interpreter/index_operand.h"
#include "interpreter/sum_types.h"
#include "ops/scalar.h"
#include "ops/scatter_nd/scatter_nd.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::IndexOperand;
using interpreter::Kernel;

namespace {

struct State {
  SliceIndex slices;
  Shape updates;
  DType index_type, shape_type;
  int rank = 0;
  bool open = false;  // the shape is read when running
  void (*add)(const SliceIndex&, const IndexOperand&, EvalContext&) = nullptr;
};

template <class T>
void Add(const SliceIndex& slices, const IndexOperand& indices, EvalContext& c) {
  const T* updates = c.In<T>(1);
  T* y = c.Out<T>(0);
  std::fill_n(y, slices.of.Elements(), T());
  int64_t n = slices.tuples(), slice = slices.slice();
  for (int64_t i = 0; i < n && slice > 0; ++i) {
    T* to = y + slices.At(indices, i) * slice;
    const T* from = updates + i * slice;
    for (int64_t k = 0; k < slice; ++k) to[k] = FromNumber<T>(ToNumber(to[k]) + ToNumber(from[k]));
  }
}

Code ReadShape(const State& s, EvalContext& c, Shape* y) {
  IndexOperand given(c.In<void>(2), s.shape_type);
  std::vector<int64_t> dims;
  for (int i = 0; i < s.rank; ++i) dims.push_back(given[i]);
  Result<Shape> shape = ScatteredShape(dims, s.slices.indices, s.updates);
  if (!shape.ok()) return c.Fail(Code::kBadShape, shape.status().message());  // scatter_nd_c1, scatter_nd_c2
  *y = *shape;
  return c.Resize(0, *y);
}

Code Eval(const State& s, EvalContext& c) {
  SliceIndex slices = s.slices;
  if (s.open)
    if (Code code = ReadShape(s, c, &slices.of); code != Code::kOk) return code;
  IndexOperand indices(c.In<void>(0), s.index_type);
  int64_t n = slices.slice() > 0 ? slices.tuples() : 0;
  for (int64_t i = 0; i < n; ++i)
    if (slices.At(indices, i) < 0)
      return c.Fail(Code::kIndexOutOfRange, slices.Outside(indices, i).view());  // scatter_nd_c3
  s.add(slices, indices, c);
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const ScatterNd&, interpreter::PrepareContext& c) {
  State s{.slices = {c.out_shape(0), c.in_shape(0)},
          .updates = c.in_shape(1),
          .index_type = c.in(0).dtype,
          .shape_type = c.in(2).dtype,
          .rank = static_cast<int>(c.in_shape(2)[0]),
          .open = !c.out_shape(0).IsStatic()};
  interpreter::VisitSumType(c.in(1).dtype, [&](auto tag) { s.add = Add<decltype(tag)>; });
  if (!s.add || !IndexOperand::Takes(s.index_type) || !IndexOperand::Takes(s.shape_type))
    return interpreter::NoKernelFor("ScatterNd", c);
  return interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
}

}  // namespace slipway::ops
