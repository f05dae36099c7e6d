#include <algorithm>

#include "interpreter/index_operand.h"
#include "interpreter/movement/strided_copy.h"
#include "ops/sparse_to_dense/sparse_to_dense.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::IndexOperand;
using interpreter::Kernel;

namespace {

struct State {
  SliceIndex places;
  DType index_type, shape_type;
  int rank = 0;
  bool open = false;       // the shape is read when running
  bool one_value = false;  // for all places
  void (*put)(const State&, const SliceIndex&, const IndexOperand&, EvalContext&) = nullptr;
};

// E: any type of the elements' size.
template <class E>
void Put(const State& s, const SliceIndex& places, const IndexOperand& indices, EvalContext& c) {
  const E* values = c.In<E>(2);
  E* y = c.Out<E>(0);
  std::fill_n(y, places.of.Elements(), *c.In<E>(3));
  for (int64_t i = 0; i < places.tuples(); ++i) y[places.At(indices, i)] = values[s.one_value ? 0 : i];
}

Code ReadShape(const State& s, EvalContext& c, Shape* y) {
  IndexOperand given(c.In<void>(1), s.shape_type);
  std::vector<int64_t> dims;
  for (int i = 0; i < s.rank; ++i) dims.push_back(given[i]);
  Result<Shape> shape = DenseShape(dims);
  if (!shape.ok()) return c.Fail(Code::kBadShape, shape.status().message());  // sparse_to_dense_c1
  *y = *shape;
  return c.Resize(0, *y);
}

Code Eval(const State& s, EvalContext& c) {
  SliceIndex places = s.places;
  if (s.open)
    if (Code code = ReadShape(s, c, &places.of); code != Code::kOk) return code;
  IndexOperand indices(c.In<void>(0), s.index_type);
  for (int64_t i = 0; i < places.tuples(); ++i)
    if (places.At(indices, i) < 0)
      return c.Fail(Code::kIndexOutOfRange, places.Outside(indices, i).view());  // sparse_to_dense_c4
  s.put(s, places, indices, c);
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const SparseToDense&, interpreter::PrepareContext& c) {
  State s{.index_type = c.in(0).dtype,
          .shape_type = c.in(1).dtype,
          .rank = static_cast<int>(c.in_shape(1)[0]),
          .open = !c.out_shape(0).IsStatic(),
          .one_value = c.in_shape(2).rank() == 0};
  ASSIGN_OR_RETURN(Shape indices, PlacesShape(c.in_shape(0), s.rank));
  s.places = {c.out_shape(0), indices};
  switch (interpreter::MovableBytes(c.in(2).dtype)) {
    case 0:
      s.put = Put<std::string>;
      break;
    case 1:
      s.put = Put<uint8_t>;
      break;
    case 2:
      s.put = Put<uint16_t>;
      break;
    case 4:
      s.put = Put<uint32_t>;
      break;
    case 8:
      s.put = Put<uint64_t>;
      break;
    default:
      break;
  }
  if (!s.put || !IndexOperand::Takes(s.index_type) || !IndexOperand::Takes(s.shape_type))
    return interpreter::NoKernelFor("SparseToDense", c);
  return interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
}

}  // namespace slipway::ops
