#include "interpreter/xnnpack/window.h"
#include "ops/binary/binary.h"

namespace slipway::ops {

namespace {

using DefineFunction = xnn_status (*)(xnn_subgraph_t, float lo, float hi, uint32_t a, uint32_t b, uint32_t y,
                                      uint32_t flags);

template <xnn_status (*define)(xnn_subgraph_t, uint32_t, uint32_t, uint32_t, uint32_t)>
xnn_status WithoutRange(xnn_subgraph_t g, float, float, uint32_t a, uint32_t b, uint32_t y, uint32_t flags) {
  return define(g, a, b, y, flags);
}

// The names of kinds.def.
namespace node {
constexpr DefineFunction none = nullptr;
constexpr DefineFunction add = xnn_define_add2, divide = xnn_define_divide, multiply = xnn_define_multiply2;
constexpr DefineFunction subtract = xnn_define_subtract;
constexpr DefineFunction maximum = WithoutRange<xnn_define_maximum2>, minimum = WithoutRange<xnn_define_minimum2>;
constexpr DefineFunction squared_difference = WithoutRange<xnn_define_squared_difference>;
}  // namespace node

constexpr DefineFunction kNodes[] = {
#define BINARY(kind, tflite, tf, types, f, da, db, xnn, tolerance) node::xnn,
#include "ops/binary/kinds.def"
#undef BINARY
};

}  // namespace

Status ToXnn(const Binary& op, interpreter::XnnBuilder& b) {
  DefineFunction define = kNodes[static_cast<size_t>(op.kind)];
  if (!define) return b.Refuse("a function that it does not have");
  using Dims = interpreter::XnnBuilder::Dims;
  const Shape &x = b.node().in_shape(0), &z = b.node().in_shape(1), &y = b.node().out_shape(0);
  bool same = x == z;
  auto dims = [&](const Shape& s) { return same ? Dims{interpreter::Size(s.Elements())} : b.DimsOf(s); };
  uint32_t left = b.In(0, dims(x)), right = b.In(1, dims(z)), out = b.Out(dims(y));
  float lo, hi;
  ActivationRange(op.activation, &lo, &hi);
  return b.Define(define(b.graph(), lo, hi, left, right, out, 0));
}

}  // namespace slipway::ops
