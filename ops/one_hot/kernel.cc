#include <algorithm>
#include <string>

#include "interpreter/kernel.h"
#include "interpreter/movement/strided_copy.h"
#include "ops/one_hot/one_hot.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  Shape indices;
  int axis;
  DType index_type;
  int64_t depth;  // kUnknownDim: read it when running
  int element;
};

template <class E>
void Write(const State& s, int64_t depth, EvalContext& c) {
  E on = *c.In<E>(2), off = *c.In<E>(3);
  E* y = c.Out<E>(0);
  int64_t outer = s.indices.Elements(0, s.axis), inner = s.indices.Elements(s.axis, s.indices.rank());
  std::fill_n(y, outer * depth * inner, off);
  VisitFixedDType(s.index_type, [&](auto tag) {
    using Index = decltype(tag);
    if constexpr (std::is_integral_v<Index>) {
      const Index* indices = c.In<Index>(0);
      for (int64_t o = 0; o < outer; ++o)
        for (int64_t i = 0; i < inner; ++i) {
          int64_t k = static_cast<int64_t>(indices[o * inner + i]);
          if (k >= 0 && k < depth) y[(o * depth + k) * inner + i] = on;
        }
    }
  });
}

Code Eval(const State& s, EvalContext& c, DType depth_type) {
  int64_t depth = s.depth;
  if (depth == kUnknownDim) {
    VisitFixedDType(depth_type, [&](auto tag) {
      if constexpr (std::is_integral_v<decltype(tag)>) depth = static_cast<int64_t>(*c.In<decltype(tag)>(1));
    });
    if (depth < 0) return c.Fail(Code::kBadValue, "depth is ", depth);  // one_hot_c1
    std::vector<int64_t> dims(s.indices.begin(), s.indices.end());
    dims.insert(dims.begin() + s.axis, depth);
    Result<Shape> y = Shape::FromDims(dims);
    if (!y.ok()) return c.Fail(Code::kBadShape, "depth is ", depth, ": ", y.status().message());
    if (Code code = c.Resize(0, *y); code != Code::kOk) return code;
  }
  switch (s.element) {
    case 0:
      Write<std::string>(s, depth, c);
      break;
    case 1:
      Write<uint8_t>(s, depth, c);
      break;
    case 2:
      Write<uint16_t>(s, depth, c);
      break;
    case 4:
      Write<uint32_t>(s, depth, c);
      break;
    default:
      Write<uint64_t>(s, depth, c);
  }
  return Code::kOk;
}

struct OpenState {
  State state;
  DType depth_type;
};

}  // namespace

Result<Kernel> Prepare(const OneHot& op, interpreter::PrepareContext& c) {
  State s{.indices = c.in_shape(0), .index_type = c.in(0).dtype, .depth = kUnknownDim};
  s.axis = op.axis == -1 ? s.indices.rank() : op.axis;
  s.element = interpreter::MovableBytes(c.out(0).dtype);
  if (s.element < 0 || s.element > 8 || DTypeSize(s.index_type) == 0 || DTypeSize(c.in(1).dtype) == 0)
    return interpreter::NoKernelFor("OneHot", c);
  if (const Tensor* depth = c.constant(1)) s.depth = depth->AsInts()[0];
  return interpreter::MakeKernel(OpenState{s, c.in(1).dtype}, [](const OpenState& state, EvalContext& ctx) {
    return Eval(state.state, ctx, state.depth_type);
  });
}

}  // namespace slipway::ops
