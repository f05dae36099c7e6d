#include <limits>

#include "interpreter/xnnpack/window.h"
#include "ops/unary/unary.h"

namespace slipway::ops {

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

using DefineFunction = xnn_status (*)(xnn_subgraph_t, uint32_t x, uint32_t y, uint32_t flags);

template <class Lo, class Hi>
constexpr DefineFunction Clamp(Lo, Hi) {
  return [](xnn_subgraph_t g, uint32_t x, uint32_t y, uint32_t flags) {
    return xnn_define_clamp(g, Lo{}(), Hi{}(), x, y, flags);
  };
}

// The names of kinds.def.
namespace node {
constexpr DefineFunction none = nullptr;
constexpr DefineFunction abs = xnn_define_abs, bankers_rounding = xnn_define_bankers_rounding;
constexpr DefineFunction ceiling = xnn_define_ceiling, floor = xnn_define_floor, hardswish = xnn_define_hardswish;
constexpr DefineFunction negate = xnn_define_negate, sigmoid = xnn_define_sigmoid, square = xnn_define_square;
constexpr DefineFunction square_root = xnn_define_square_root;
constexpr DefineFunction elu = [](xnn_subgraph_t g, uint32_t x, uint32_t y, uint32_t flags) {
  return xnn_define_elu(g, 1.0f, x, y, flags);
};
constexpr DefineFunction relu = Clamp([] { return 0.0f; }, [] { return kInf; });
constexpr DefineFunction relu6 = Clamp([] { return 0.0f; }, [] { return 6.0f; });
constexpr DefineFunction relu_0_to_1 = Clamp([] { return 0.0f; }, [] { return 1.0f; });
constexpr DefineFunction relu_n1_to_1 = Clamp([] { return -1.0f; }, [] { return 1.0f; });
}  // namespace node

constexpr DefineFunction kNodes[] = {
#define UNARY(kind, tflite, tf, types, f, df, xnn, tolerance) node::xnn,
#include "ops/unary/kinds.def"
#undef UNARY
};

}  // namespace

Status ToXnn(const Unary& op, interpreter::XnnBuilder& b) {
  DefineFunction define = kNodes[static_cast<size_t>(op.kind)];
  if (!define) return b.Refuse("a function that it does not have");
  interpreter::XnnBuilder::Dims all = {interpreter::Size(b.node().in_shape(0).Elements())};
  uint32_t x = b.In(0, all), y = b.Out(all);
  return b.Define(define(b.graph(), x, y, 0));
}

}  // namespace slipway::ops
